# source: ieee754: roundToIntegral
# run: r1 = 0x40200000 0xc0200000 0x4e6e6b28 0xbf400000 -> r0 = 0x40000000 0xc0400000 0x4e6e6b28 0xbf800000
alu
    vadd.FFLOOR.f32 R0, R1, #0
