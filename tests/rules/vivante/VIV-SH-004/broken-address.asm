# u1.w is 3: u3.
# at: 1
    movar a0.x___, void, void, u1.wwww
    mov t0, void, void, u0[a.x]
