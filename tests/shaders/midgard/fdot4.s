# source: spec: GLSL dot(), sums that need no rounding
# run: r1 = 1.0 2.0 3.0 0.5, r2 = 4.0 -5.0 6.0 8.0 -> r0 = 0.0 16.0
alu
    vmul.FDOT4.f32 R0.y, R1.xyzw, R2.xyzw
