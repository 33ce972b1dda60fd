# source: spec: NIR: shift counts are modulo 32; signed types shift the sign in
# chip: gc7000l
# run: t1 = [1 0x80000000 -1 0x12345678 0x80000001 0x80000001 1 0x7fffffff -1 0xdeadbeef 0x80000000 1 3 255 -16 0xf0f0f0f], t2 = [4 31 1 8 32 33 63 0 -1 16 1 31 0x80000001 100 4 12] -> t0 = [0 1 0x7fffffff 0x123456 0x80000001 0x40000000 0 0x7fffffff 1 0xdead 0x40000000 0 1 15 0xfffffff 0xf0f0]
rshift.u32 t0, t1, void, t2
