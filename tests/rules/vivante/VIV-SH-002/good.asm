# The last one.
    movar a0.x___, void, void, u1.wwww
    mov t0[a.x], void, void, t0
    mov t0, void, void, t3
