# source: ieee754: convertFromInt, rounded exactly
# run: r1 = 0x01000001 0xfeffffff 0x7fffffff 0x00000005 -> r0 = 0x4b800001 0xcb800000 0x4f000000 0x40a00000
alu
    vadd.I2F.rtp.f32 R0, R1, #0
