# source: mesa: midgard_schedule.c: the condition is r31.w, or r31 per component, written in the first stage
# run: r3 = -1, r1 = 1.0 2.0 3.0 4.0, r2 = 5.0 6.0 7.0 8.0 -> r0 = 1.0 2.0 3.0 4.0
# run: r3 = 0, r1 = 1.0 2.0 3.0 4.0, r2 = 5.0 6.0 7.0 8.0 -> r0 = 5.0 6.0 7.0 8.0
alu
    sadd.MOV.i32 R31.w, TMP0.x, R3.x
    vadd.CSEL.scalar.i32 R0, R1, R2
