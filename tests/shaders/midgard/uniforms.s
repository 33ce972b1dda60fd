# source: mesa: midgard_compile.c: uniforms are mapped from r23 downward
# uniform: 1.0 2.0 3.0 4.0
# uniform: 5.0 6.0 7.0 8.0
# run: r1 = 1.0 -> r0 = 5.0 6.0 7.0 8.0, r2 = 2.0 3.0 4.0 5.0
alu
    vmul.FMOV.f32 R0, TMP0.xxxx, U1
    vadd.FADD.f32 R2, U0, R1.xxxx
