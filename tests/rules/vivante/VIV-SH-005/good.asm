# The end.
    branch void, void, void, 2
    mov t0, void, void, u0
