# source: spec: the function in binary64, by Python's mathematics
# run: r1 = 0x40400000 0x3f333333 0x47c35000 0x3dcccccd -> r0 = 0.5773502691896258~2e-7 1.1952286195117048~2e-7 0.003162277660168379~2e-7 3.162277636607575~2e-7
alu
    lut.FRSQRT.f32 R0, R1, #0
