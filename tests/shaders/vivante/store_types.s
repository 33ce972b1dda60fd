# source: spec: programs of the vendor's compiler
# chip: gc7000l
# run: t1.x = 0x200, t2.x = 0, t3.x = 1.5 -> mem0x200 = 1.5 1.5 1.5
store mem.x___, t1.xxxx, 0:u20, t3.xxxx
store.s32 mem.x___, t1.xxxx, 4:u20, t3.xxxx
store.u32 mem.x___, t1.xxxx, 8:u20, t3.xxxx
