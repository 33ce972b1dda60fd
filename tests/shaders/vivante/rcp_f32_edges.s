# source: ieee754: division by zero, infinities, NaNs
# run: t1.x = [0.0 -0.0 inf -inf nan 1.0 -2.0 0x7f000000] -> t0.x = [inf -inf 0.0 -0.0 nan 1.0 -0.5 5.877472e-39]
rcp t0.x___, void, void, t1.xxxx
