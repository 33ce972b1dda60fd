# source: ieee754: convertToIntegerTowardZero
# chip: gc7000l
# run: t1 = [0.0 -0.0 1.0 0.99999994 -0.99999994 1.5 2.7 16777215.0 2.1474836e+09 4.294967e+09 3e+09 0.5 -0.5 65535.9 1e-40 2.147484e+09] -> t0 = [0 0 1 0 0 1 2 0xffffff 0x80000000 -256 0xb2d05e00 0 0 0xffff 0 0x80000100]
f2i.u32 t0, t1, void, void
