# source: hardware: vc4asm addendum, measured: denormals are truncated to 0; zeros have no sign (Mesa, piglit fs-sign-neg)
# run: r0 = [inf 1.0 inf -inf 3.4028235e+38 -3.4028235e+38 -0.0 0.0 1.1754942e-38 1e-45 -1.1754942e-38 1.1754944e-38 1.1754945e-38 3.4028235e+38 2.3509887e-38 -0.0], r1 = [1.0 -inf inf -inf 3.4028235e+38 -3.4028235e+38 -0.0 -0.0 0.0 1e-45 1.1754944e-38 -1.1754944e-38 -1.1754944e-38 1.0 -2.3509886e-38 -0.5] -> r2 = [inf 1.0 inf -inf 3.4028235e+38 -3.4028235e+38 0.0 0.0 0.0 0.0 1.1754944e-38 1.1754944e-38 1.1754945e-38 3.4028235e+38 2.3509887e-38 0.0]
fmax r2, r0, r1
