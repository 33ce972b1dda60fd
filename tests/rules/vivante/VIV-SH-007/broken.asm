# Counts up, and loops until the counter is negative.
# at: 0
top:
    add t0.x___, t0.xxxx, void, u0.xxxx
    branch.ge void, t0.xxxx, u1.xxxx, top
