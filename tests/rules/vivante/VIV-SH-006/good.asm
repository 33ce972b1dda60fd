# end: 1
    mov t0, void, void, u0
    texkill void, void, void, void
