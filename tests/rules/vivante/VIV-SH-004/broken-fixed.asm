# Only u0 and u1 exist.
# at: 0
    mov t0, void, void, u2
