# source: ieee754: whole numbers below 2^24 are exact; F2I cuts towards zero
# chip: gc7000l
# run: t1 = 1.75 -1.75 100.0 0.0, t2 = 3 -4 100 0 -> t3 = 1 -1 100 0, t4 = 3.0 -4.0 100.0 0.0
f2i.s32 t3, t1, void, void
i2f.s32 t4, t2, void, void
