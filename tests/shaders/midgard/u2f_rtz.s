# source: ieee754: convertFromInt, rounded exactly
# run: r1 = 0x01000001 0xffffffff 0x80000081 0x00000005 -> r0 = 0x4b800000 0x4f7fffff 0x4f000000 0x40a00000
alu
    vadd.U2F.rtz.f32 R0, R1, #0
