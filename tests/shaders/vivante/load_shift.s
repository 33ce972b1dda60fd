# source: spec: programs of the vendor's compiler: .ls2 shifts the offset left by 2
# chip: gc7000l
# run: mem0x100 = 10 11 12 13, t1.x = 0x100, t2.x = [0 1 2 3] -> t0.x = [10 11 12 13]
load.u32.ls2 t0.x___, t1.xxxx, t2.xxxx, void
