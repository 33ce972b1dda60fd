# source: spec: the function in binary64, by Python's mathematics
# run: r1 = 0x40400000 0x3f333333 0x47c35000 0x3dcccccd -> r0 = 1.7320508075688772~2e-7 0.8366600194099578~2e-7 316.22776601683796~2e-7 0.3162277683729184~2e-7
alu
    lut.FSQRT.f32 R0, R1, #0
