# source: ieee754: to nearest, ties to even
# chip: gc7000l
# run: t1 = [0 1 -1 2 100 0x7fffffff 0x80000000 0x1000001 0x1000003 0xfeffffff 0xfefffffd 0x7fffffbf 0x7fffffc0 0x2000002 -129 -128] -> t0 = [0.0 1.0 -1.0 2.0 1e+02 2.1474836e+09 -2.1474836e+09 16777216.0 1.677722e+07 -16777216.0 -1.677722e+07 2.1474835e+09 2.1474836e+09 33554432.0 -129.0 -128.0]
i2f.s32 t0, t1, void, void
