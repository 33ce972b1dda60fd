# source: ieee754: an infinite product, and two that cancel
# run: t1 = [inf inf 1.0 nan] [1.0 -inf 2.0 1.0] 0.0, t2 = 1.0 1.0 5.0 -> t0.x = [inf nan 3.0 nan]
dp3 t0.x___, t1, t2, void
