    movar a0.x___, void, void, u0.xxxx
    mov t0, void, void, u0[a.x]
