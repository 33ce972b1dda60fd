# Counts up, and waits for less than nothing.
# at: 0
top:
    add t0.x___, t0.xxxx, void, u0.xxxx
    branch.ge void, t0.xxxx, u1.xxxx, top
