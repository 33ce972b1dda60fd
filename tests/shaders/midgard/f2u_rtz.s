# source: ieee754: convertToInteger; out of range the nearest
# run: r1 = 0x40200000 0x406ccccd 0x4f32d05e 0xcf32d05e -> r0 = 0x00000002 0x00000003 0xb2d05e00 0x00000000
alu
    vadd.F2U.rtz.i32 R0, R1, #0
