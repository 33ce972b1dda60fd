# source: spec: the function in binary64, by Python's mathematics
# run: r1 = 0x3e800000 0xbe99999a 0x3fcccccd 0x3e000000 -> r0 = 0.7071067811865475~2e-7 -0.8090170163879177~2e-7 -0.9510564931493436~2e-7 0.3826834323650898~2e-7
alu
    lut.FSINPI.f32 R0, R1, #0
