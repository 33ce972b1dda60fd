# source: mesa: midgard.h, helpers.h: the second stage reads results of the first; units of a stage read the registers before it
# run: r0 = 1.0, r1 = 10.0, r2 = 100.0 -> r0 = 10.0, r1 = 1.0, r3 = 11.0, r4 = 12.0
alu
    vmul.FMOV.f32 R0.x, TMP0.x, R1.x
    sadd.FMOV.f32 R1.x, TMP0.x, R0.x
    vadd.FADD.f32 R3.x, R0.x, R1.x
alu
    vmul.FMOV.f32 TMP0.x, TMP0.x, R3.x
    vadd.FADD.f32 R4.x, TMP0.x, R1.x
