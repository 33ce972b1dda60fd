# source: ieee754: x less its floor, to nearest; signed zeros, infinities, NaNs, denormals
# run: t1 = [0.0 -0.0 inf -inf nan 1e-45 -1e-45 3.4028235e+38 -3.4028235e+38 0.99999994 -0.99999994 -1e-10 1e-10 8388607.5 -8388607.5 0.5] -> t0 = [0.0 0.0 nan nan nan 1e-45 1.0 0.0 0.0 0.99999994 5.9604645e-08 1.0 1e-10 0.5 0.5 0.5]
frc t0, void, void, t1
