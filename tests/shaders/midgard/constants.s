# source: mesa: midgard_emit.c: r26 reads the constants of the bundle; immediates are halves or 16-bit integers
# run: r1 = 1.0 2.0 3.0 4.0 -> r0 = 2.0 4.0 6.0 8.0, r2 = 1.5 2.5 3.5 4.5, r3 = 7 7 7 7
alu
    vmul.FMUL.f32 R0, R1, CONST.xxxx
    vadd.FADD.f32 R2, R1, #0.5
    uconstants 0x40000000, 0, 0, 0
alu
    vmul.MOV.i32 R3, TMP0.xxxx, #7
