# source: hardware: vc4asm addendum, measured: denormals are truncated to 0; zeros have no sign (Mesa, piglit fs-sign-neg)
# run: r0 = [1.1754944e-38 1.1754944e-38 2.3509886e-38 1e-30 -1e-30 -1.1754944e-38 1.1754944e-38 1.1754942e-38], r1 = [0.5 1.0 0.5 1e-30 1e-30 0.5 -1.0 128.0] -> r2 = [0.0 1.1754944e-38 0.0 0.0 0.0 0.0 -1.1754944e-38 0.0]
nop ; fmul r2, r0, r1
