# source: ieee754: two's complement; the least integer is its own negation
# chip: gc7000l
# run: t1.x = [0 1 -1 5 0x80000000 0x7fffffff -100 0x80000001] -> t0.x = [0 -1 1 -5 0x80000000 0x80000001 100 0x7fffffff], t0.y = [0 1 1 5 0x80000000 0x7fffffff 100 0x7fffffff], t0.z = [0 -1 -1 -5 0x80000000 0x80000001 -100 0x80000001]
mov.s32 t0.x___, void, void, -t1.xxxx
mov.s32 t0._y__, void, void, |t1.xxxx|
mov.s32 t0.__z_, void, void, -|t1.xxxx|
