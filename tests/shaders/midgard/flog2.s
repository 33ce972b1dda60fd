# source: spec: the function in binary64, by Python's mathematics
# run: r1 = 0x40400000 0x3f333333 0x47c35000 0x41000000 -> r0 = 1.584962500721156~2e-7 -0.5145731973987085~2e-7 16.609640474436812~2e-7 3.0~2e-7
alu
    lut.FLOG2.f32 R0, R1, #0
