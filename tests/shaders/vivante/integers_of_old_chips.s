# source: spec: rules-ng isa.xml: integer operations are scalar before GC3000
# run: t1 = 6 100 100 100, t2 = 3 200 200 200 -> t0 = 9 9 9 9, t3 = 2 2 2 2, t4 = 48 48 48 48
add.s32 t0, t1, void, t2
and.u32 t3, t1, void, t2
lshift.u32 t4, t1, void, t2
