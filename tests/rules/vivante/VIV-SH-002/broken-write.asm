# t4 is the fifth of four registers.
# at: 0
    mov t4, void, void, t0
    mov t0, void, void, t1.xyyy
