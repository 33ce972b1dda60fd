# source: spec: rules-ng isa.xml: a load sees an earlier store
# chip: gc7000l
# run: t1.x = 0x200, t2.x = [0 4 8 12], t3.x = [7 8 9 10] -> t0.x = [7 8 9 10], mem0x200 = 7 8 9 10
store.u32 mem.x___, t1.xxxx, t2.xxxx, t3.xxxx
load.u32 t0.x___, t1.xxxx, t2.xxxx, void
