# source: hardware: piglit fs-sign-float is not among the failures of a GC2000: 0.0 at zero (rules-ng says 1.0)
# run: t1 = [1.0 -1.0 1e-30 -1e30] [inf -inf 0.5 -0.5] 0.0 -0.0 -> t0 = [1.0 -1.0 1.0 -1.0] [1.0 -1.0 1.0 -1.0] 0.0 0.0
sign t0, void, void, t1
