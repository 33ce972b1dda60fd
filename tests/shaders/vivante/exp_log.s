# source: spec: rules-ng isa.xml: EXP is 2 to the power of src2, LOG the logarithm to base 2
# run: t1.x = 3.0, t2.x = 8.0 -> t0.x = 8.0, t3.x = 3.0
# run: t1.x = -1.0, t2.x = 0.25 -> t0.x = 0.5, t3.x = -2.0
# run: t1.x = 128.0, t2.x = 0.0 -> t0.x = inf, t3.x = -inf
exp t0.x___, void, void, t1.xxxx
log t3.x___, void, void, t2.xxxx
