# source: ieee754: infinities, NaNs and signed zeros; the bits of a NaN are unknown
# run: t1 = [inf -1.0 inf -inf inf -0.0 0.0 -0.0 nan 1.0 nan inf 0.0 -0.0 3.4028235e+38 -3.4028235e+38], t2 = [1.0 -inf inf -inf -inf -0.0 -0.0 0.0 1.0 nan nan 0.0 -inf inf 3.4028235e+38 -3.4028235e+38] -> t0 = [inf -inf inf -inf nan -0.0 0.0 0.0 nan nan nan inf -inf inf inf -inf]
add t0, t1, void, t2
