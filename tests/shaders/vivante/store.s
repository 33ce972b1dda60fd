# source: spec: programs of the vendor's compiler: writes src2 to src0.x + src1.x
# chip: gc7000l
# run: t1.x = 0x200, t2.x = [0 16 32 48 0 16 32 48], t3 = [1 5 9 13 1 5 9 13] [2 6 10 14 2 6 10 14] 3 4 -> mem0x200 = 1 2 3 4 5 6 3 4 9 10 3 4 13 14 3 4
store.u32 mem, t1.xxxx, t2.xxxx, t3
