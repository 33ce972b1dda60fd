# source: mesa: IMULLO0 is scalar on all chips
# chip: gc7000l
# run: t1 = 3 100 100 100, t2 = 5 100 100 100 -> t0 = 15 15 15 15
imullo0.u32 t0, t1, t2, void
