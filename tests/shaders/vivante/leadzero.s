# source: spec: programs of the vendor's OpenCL compiler, clz(): 32 for 0
# chip: gc7000l
# run: t1.x = [0 1 -1 0x80000000 0x7fffffff 0xffff 0x10000 2] -> t0.x = [32 31 0 0 1 16 15 30], t0.y = [32 31 0 0 1 16 15 30], t0.z = [32 31 0 0 1 16 15 30]
leadzero.u32 t0.x___, void, void, t1.xxxx
leadzero.s32 t0._y__, void, void, t1.xxxx
leadzero t0.__z_, void, void, t1.xxxx
