# source: mesa: reads words at src0.x + src1.x, one for each enabled component
# chip: gc7000l
# run: mem0x100 = 1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0, t1.x = 0x100, t2.x = [0 16] -> t0 = [1.0 5.0] [2.0 6.0] [3.0 7.0] [4.0 8.0], t3.x = [1.0 5.0], t4.x = [1.0 5.0]
load.u32 t0, t1.xxxx, t2.xxxx, void
load.s32 t3.x___, t1.xxxx, t2.xxxx, void
load t4.x___, t1.xxxx, t2.xxxx, void
