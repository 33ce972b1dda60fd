# source: spec: the function in binary64, by Python's mathematics
# run: r1 = 0x3f000000 0xbfa66666 0x4121999a 0x00000000 -> r0 = 1.4142135623730951~2e-7 0.40612621160133333~2e-7 1097.496315831247~2e-7 1.0~2e-7
alu
    lut.FEXP2.f32 R0, R1, #0
