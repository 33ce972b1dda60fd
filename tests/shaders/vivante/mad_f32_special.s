# source: ieee754: infinities, NaNs and signed zeros
# run: t1.x = [inf inf nan 1.0 -0.0 -0.0 inf 3.4028235e+38], t2.x = [1.0 0.0 1.0 1.0 1.0 1.0 2.0 2.0], t3.x = [-inf 1.0 0.0 nan 0.0 -0.0 -5.0 -inf] -> t0.x = [nan nan nan nan 0.0 -0.0 inf nan]
mad t0.x___, t1.xxxx, t2.xxxx, t3.xxxx
