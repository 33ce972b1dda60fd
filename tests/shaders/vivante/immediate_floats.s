# source: mesa: immediates of 20 bits: the upper bits of a float
# chip: gc7000l
# run: t1.x = 3.0 -> t0 = 6.0 1.5 -0.75 3.0, t2.x = inf
mul t0.x___, t1.xxxx, 2.0, void
mul t0._y__, t1.xxxx, 0.5:f20, void
mul t0.__z_, t1.xxxx, -0.25:f20, void
mul t0.___w, t1.xxxx, 1.0, void
add t2.x___, t1.xxxx, void, 0x7f800:f20
