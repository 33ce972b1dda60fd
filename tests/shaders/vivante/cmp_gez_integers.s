# source: ieee754: two's complement and unsigned integers
# chip: gc7000l
# run: t1.x = [1 2 2 0 -1 0 0x80000000 0x7fffffff 5 -5 -1 0 0x80000000 1 0x40000000 3], t2.x = [2 1 2 0 0 -1 0x7fffffff 0x80000000 -5 5 -1 1 0 0 0xc0000000 3], t3.x = 7 -> t0.x = [7 7 7 7 0 7 0 7 7 0 0 7 0 7 7 7], t0.y = 7
cmp.gez.s32 t0.x___, t1.xxxx, t2.xxxx, t3.xxxx
cmp.gez.u32 t0._y__, t1.xxxx, t2.xxxx, t3.xxxx
