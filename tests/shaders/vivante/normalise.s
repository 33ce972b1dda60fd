# source: mesa: normalize() is DP3, RSQ and MUL
# run: t1 = [3.0 0.0] [4.0 0.0] [0.0 -2.0] -> t0 = [0.6~1e-6 0.0] [0.8~1e-6 0.0] [0.0 -1.0]
dp3 t2.x___, t1, t1, void
rsq t2.x___, void, void, t2.xxxx
mul t0.xyz_, t1, t2.xxxx, void
