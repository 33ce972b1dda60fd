# source: ieee754: 1/x, exact for powers of two
# run: t1.x = 4.0 -> t0 = 0.25 0.25 0.25 0.25
# run: t1.x = -0.5 -> t0.x = -2.0
# run: t1.x = 0.0 -> t0.x = inf
# run: t1.x = -inf -> t0.x = -0.0
rcp t0, void, void, t1.xxxx
