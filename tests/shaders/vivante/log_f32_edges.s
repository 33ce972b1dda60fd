# source: ieee754: limits, and NaN below zero
# run: t1.x = [0.0 -0.0 inf nan -1.0 -inf 1.0 1e-45] -> t0.x = [-inf -inf inf nan nan nan 0.0 -149.0]
log t0.x___, void, void, t1.xxxx
