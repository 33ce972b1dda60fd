# There are u0 and u1.
# at: 0
    mov t0, void, void, u2
