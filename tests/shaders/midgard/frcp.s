# source: spec: the function in binary64, by Python's mathematics
# run: r1 = 0x40400000 0xbf333333 0x47c35000 0x3dcccccd -> r0 = 0.3333333333333333~2e-7 -1.4285714528998554~2e-7 1e-05~2e-7 9.99999985098839~2e-7
alu
    lut.FRCP.f32 R0, R1, #0
