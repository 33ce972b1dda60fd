# The program has two instructions, 2 is its end.
# at: 0
    branch void, void, void, 3
    mov t0, void, void, u0
