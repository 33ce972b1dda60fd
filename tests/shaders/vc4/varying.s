# source: spec: Guide, section 3: the part without C; C is in r5 afterwards. Mesa: v * W + C
# run: ra15 = 0.5, vary = [2.0 4.0 6.0 8.0] 100.0 -> r0 = [1.0 2.0 3.0 4.0], r1 = [101.0 102.0 103.0 104.0]
nop ; fmul r0, vary, ra15
fadd r1, r0, r5
