# source: ieee754: overflow, underflow, infinities, NaN
# run: t1.x = [128.0 1e10 inf -inf -1e10 nan -0.0 -149.0] -> t0.x = [inf inf inf 0.0 0.0 nan 1.0 1e-45]
exp t0.x___, void, void, t1.xxxx
