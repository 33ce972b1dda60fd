# One constant in two sources, and another through a register.
    mov t2, void, void, u1
    mad t0, u0.xxxx, u0.yyyy, t2
