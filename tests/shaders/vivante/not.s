# source: ieee754: two's complement by definition
# chip: gc7000l
# run: t1 = [0 0xffffffff 0x12345678 0x80000000] -> t0.x = [0xffffffff 0 0xedcba987 0x7fffffff], t2.x = [0xffffffff 0 0xedcba987 0x7fffffff], t3.x = [0xffffffff 0 0xedcba987 0x7fffffff]
not.u32 t0, void, void, t1
not.s32 t2, void, void, t1
not t3, void, void, t1
