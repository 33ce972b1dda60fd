# Two constants.
# at: 0
    mad t0, t1.xxxx, u0, u1
