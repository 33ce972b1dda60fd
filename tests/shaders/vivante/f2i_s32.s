# source: ieee754: convertToIntegerTowardZero
# chip: gc7000l
# run: t1 = [0.0 -0.0 1.0 -1.0 0.99999994 -0.99999994 1.5 -1.5 2.7 -2.7 16777215.0 -16777216.0 2.1474835e+09 -2.1474836e+09 1e-40 -1e-40] -> t0 = [0 0 1 -1 0 0 1 -1 2 -2 0xffffff 0xff000000 0x7fffff80 0x80000000 0 0]
f2i.s32 t0, t1, void, void
