# source: spec: the function in binary64, by Python's mathematics
# run: r1 = 0x3e800000 0xbe99999a 0x3fcccccd 0x3e000000 -> r0 = 0.7071067811865476~2e-7 0.5877852219942177~2e-7 0.3090170656104166~2e-7 0.9238795325112867~2e-7
alu
    lut.FCOSPI.f32 R0, R1, #0
