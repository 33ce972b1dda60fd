# source: ieee754: absolute values and signs; clamps as modes.rs states
# run: r1 = -2.0 0.5 nan 3.0 -> r0 = 2.0 0.5 nan 3.0, r2 = -1.0 0.5 -1.0 1.0, r3 = 0.0 0.5 0.0 1.0, r4 = -2.0 -0.5 * -3.0, r5 = 0.0 0.5 0.0 3.0
alu
    vmul.FMOV.f32 R0, TMP0.xxxx, R1.abs
    vadd.FMOV.f32 R2.clamp_m1_1, TMP0.xxxx, R1
alu
    vmul.FMOV.f32 R3.clamp_0_1, TMP0.xxxx, R1
    vadd.FMOV.f32 R4, TMP0.xxxx, R1.abs.neg
alu
    vmul.FMOV.f32 R5.clamp_0_inf, TMP0.xxxx, R1
