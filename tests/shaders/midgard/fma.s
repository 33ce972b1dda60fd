# source: ieee754: fusedMultiplyAdd, rounded exactly; src1.x * src1.y + src2 (Mesa, midgard_ops.c)
# run: r1 = 0x3dcccccd 0x3e99999a, r2 = 0xbcf5c28f 0x3727c5ac 0x40e00000 0xccbebc20 -> r0 = 0x311eb852 0x3cf5d789 0x40e0f5c3 0xccbebc20
alu
    lut.FMA.f32 R0, R1.xyxx, R2
