# source: spec: Guide, section 3: FMIN and FMAX compare numbers, and there are no NaNs (vc4asm addendum): their words are beyond the infinities
# run: r0 = [nan inf 0xffc00000 nan -1.0 -inf 1.0 0x7fffffff], r1 = [inf nan -inf 1.0 0xffc00000 0xffc00000 nan nan] -> r2 = [inf inf 0xffc00000 1.0 0xffc00000 0xffc00000 1.0 nan]
fmin r2, r0, r1
