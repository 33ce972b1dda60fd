# source: spec: NIR: amounts modulo 32; signed types shift the sign in
# chip: gc7000l
# run: t1 = 1 -16 3 0x80000000, t2 = 4 2 33 31 -> t3 = 16 -64 6 0, t4 = 0 -4 1 -1, t5 = 0 0x3ffffffc 1 1
lshift.u32 t3, t1, void, t2
rshift.s32 t4, t1, void, t2
rshift.u32 t5, t1, void, t2
