# source: spec: Direct3D 10: a saturated NaN is 0
# run: t1.x = [nan 0xffc00000 0x7f800001 0x7fffffff] -> t0.x = 0.0
mov.sat t0.x___, void, void, t1.xxxx
