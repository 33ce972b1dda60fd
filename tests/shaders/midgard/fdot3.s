# source: spec: GLSL dot(), sums that need no rounding
# run: r1 = 1.0 2.0 3.0 100.0, r2 = 4.0 -5.0 6.0 100.0 -> r0 = 12.0 12.0 12.0 12.0
alu
    vmul.FDOT3.f32 R0, R1.xyz, R2.xyz
