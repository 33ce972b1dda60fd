# source: ieee754: zero, infinity, NaN and negative operands
# run: t1.x = [0.0 -0.0 inf nan -1.0 1.0 4.0 0.0625] -> t0.x = [inf -inf 0.0 nan nan 1.0 0.5 4.0]
rsq t0.x___, void, void, t1.xxxx
