# source: mesa: MOV of integers copies bits
# chip: gc7000l
# run: t1 = [0x7f800001 0xffffffff 1 0x80000000] 0x007fffff -0.0 nan -> t0 = [0x7f800001 0xffffffff 1 0x80000000] 0x007fffff -0.0 nan, t2 = [0x7f800001 0xffffffff 1 0x80000000] 0x007fffff -0.0 nan, t3 = [0x7f800001 0xffffffff 1 0x80000000] 0x007fffff -0.0 nan
mov t0, void, void, t1
mov.s32 t2, void, void, t1
mov.u32 t3, void, void, t1
