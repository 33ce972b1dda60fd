# source: spec: NIR: shift counts are modulo 32; signed types shift the sign in
# chip: gc7000l
# run: t1 = [1 0x80000000 -1 0x12345678 0x80000001 0x80000001 1 0x7fffffff -1 0xdeadbeef 0x80000000 1 3 255 -16 0xf0f0f0f], t2 = [4 31 1 8 32 33 63 0 -1 16 1 31 0x80000001 100 4 12] -> t0 = [16 0 -2 0x34567800 0x80000001 2 0x80000000 0x7fffffff 0x80000000 0xbeef0000 0 0x80000000 6 4080 -256 0xf0f0f000]
lshift.s32 t0, t1, void, t2
