top:
    add t0.x___, t0.xxxx, void, u0.xxxx
    branch.lt void, t0.xxxx, u1.wwww, top
