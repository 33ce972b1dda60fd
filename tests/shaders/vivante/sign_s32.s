# source: mesa: isign: 1, 0 or -1
# chip: gc7000l
# run: t1 = [5 -5 0 0x80000000] 0x7fffffff -1 1 -> t0 = [1 -1 0 -1] 1 -1 1
sign.s32 t0, void, void, t1
