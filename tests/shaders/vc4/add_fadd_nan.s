# source: hardware: vc4asm addendum, measured: there are no NaNs, 0 + NaN is +inf
# run: r0 = [nan 0.0 nan 0xffc00000 inf nan -1.0 0x7f800001], r1 = [0.0 nan 1.0 0.0 -inf -inf nan 0x7f800001] -> r2 = inf
fadd r2, r0, r1
