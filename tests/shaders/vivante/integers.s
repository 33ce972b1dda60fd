# source: ieee754: two's complement, by hand
# chip: gc7000l
# run: t1 = 6 5 -1 16, t2 = 3 7 1 4 -> t3 = 9 12 0 20, t4 = 2 5 1 0, t5 = 7 7 -1 20, t6 = 5 2 -2 20
add.s32 t3, t1, void, t2
and.u32 t4, t1, void, t2
or.u32 t5, t1, void, t2
xor.u32 t6, t1, void, t2
