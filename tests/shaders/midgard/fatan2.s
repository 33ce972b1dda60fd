# source: spec: GLSL atan(y, x) in binary64, by Python's mathematics; the steps are those of cwabbott0/mali-isa-docs, Midgard.md
# run: r1.x = [1.0 -2.0 0.5 0.0 -0.0 3.0 -1.0 1e+30], r2.x = [2.0 1.0 -0.25 -1.0 5.0 0.0 -1.0 1e-30] -> r0.x = [0.4636476090008061~2e-7 -1.1071487177940904~2e-7 2.0344439357957027~2e-7 3.141592653589793~2e-7 -0.0 1.5707963267948966~2e-7 -2.356194490192345~2e-7 1.5707963267948966~2e-7]
# run: r1.x = [inf -inf 0.0 nan], r2.x = [inf -inf 0.0 1.0] -> r0.x = [0.7853981633974483~2e-7 -2.356194490192345~2e-7 0.0 nan]
alu
    lut.FATAN2_PT1.f32 R3.xzw, R1.xxx, R2.xxx
alu
    vmul.FMUL.f32 R3.y, R3.z, R3.w
alu
    lut.FATAN2_PT2.f32 R0.x, R3.x, R3.y
