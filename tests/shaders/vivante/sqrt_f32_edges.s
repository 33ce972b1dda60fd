# source: ieee754: signed zeros, infinity, NaN and negative operands
# run: t1.x = [0.0 -0.0 inf nan -1.0 -inf 1.0 1e-45] -> t0.x = [0.0 -0.0 inf nan nan nan 1.0 3.743392e-23]
sqrt t0.x___, void, void, t1.xxxx
