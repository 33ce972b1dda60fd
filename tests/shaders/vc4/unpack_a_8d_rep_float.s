# source: spec: Guide, section 3: the highest byte to all bytes, as bits
# run: ra2 = [0x3f800000 0x40123456 0x00ffffff 0xc0000000], r3 = 0.0 -> r1 = [0.7470588 3.0039215 0.0 -6.023529]
fadd r1, ra2.8d_rep, r3
