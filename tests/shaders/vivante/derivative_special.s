# source: ieee754: inf - inf is a NaN
# run: t1.x = [inf inf 1.0 inf] -> t0.x = [nan nan inf inf]
dsx t0.x___, t1.xxxx, void, t1.xxxx
