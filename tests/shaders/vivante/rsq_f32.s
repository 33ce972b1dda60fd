# source: ieee754: 1 / sqrt(x), within 1e-6: the precision of the board is unknown
# run: t1.x = [3.0 0.1 7.5 1e+10 2.0 123.456 1e-20 6.0] -> t0.x = [0.577350269~1e-6 3.16227766~1e-6 0.365148372~1e-6 1e-05~1e-6 0.707106781~1e-6 0.090000288~1e-6 1e+10~1e-6 0.40824829~1e-6]
rsq t0.x___, void, void, t1.xxxx
