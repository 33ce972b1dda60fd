# MOV does not read src0.
# at: 0
    mov t0, t0, void, t1.xyyy
