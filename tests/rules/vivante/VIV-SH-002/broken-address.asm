# t1 plus 3 is the fifth of four registers.
# at: 1
    movar a0.x___, void, void, u1.wwww
    mov t1[a.x], void, void, t0
