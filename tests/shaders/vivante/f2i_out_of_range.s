# source: self: saturation, and 0 for NaN (quirk integer_overflow); GLSL leaves it undefined
# chip: gc7000l
# run: t1 = [2147483648.0 -2147483904.0 inf -inf] [nan 1e20 -1e20 4294967296.0] -> t0 = [0x7fffffff 0x80000000 0x7fffffff 0x80000000] [0 0x7fffffff 0x80000000 0x7fffffff], t2 = [0x80000000 0 0xffffffff 0] [0 0xffffffff 0 0xffffffff]
f2i.s32 t0, t1, void, void
f2i.u32 t2, t1, void, void
