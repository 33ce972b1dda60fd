# source: ieee754: IEEE roundToIntegralTowardNegative; signed zeros, infinities, NaNs, denormals
# run: t1 = [0.0 -0.0 inf -inf nan 1e-45 -1e-45 3.4028235e+38 -3.4028235e+38 0.99999994 -0.99999994 -1e-10 1e-10 8388607.5 -8388607.5 0.5] -> t0 = [0.0 -0.0 inf -inf nan 0.0 -1.0 3.4028235e+38 -3.4028235e+38 0.0 -1.0 -1.0 0.0 8388607.0 -8388608.0 0.0]
floor t0, void, void, t1
