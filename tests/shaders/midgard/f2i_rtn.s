# source: ieee754: convertToInteger; NaN and out of range as GLSL allows: the nearest
# run: r1 = 0x40200000 0xc0200000 0x4f32d05e 0xcf32d05e -> r0 = 0x00000002 0xfffffffd 0x7fffffff 0x80000000
alu
    vadd.F2I.rtn.i32 R0, R1, #0
