# source: spec: the row: of absolute values
# run: r1 = 0x3fc00000 0xc0000000 nan 0xc0800000, r2 = 0x3f000000 0xbf800000 0x40400000 nan -> r0 = 0x3fc00000 0x40000000 nan nan
alu
    vadd.FABSMAX.nan.f32 R0, R1, R2
