# source: mesa: midgard.h: results of 16 bits, in the upper half, with a swizzle
# run: r1 = 0.25 0.5, texel = 1.0 2.0 -0.5 0.5 -> r0 = 0 0 0x40003c00
alu
    vmul.MOV.i32 AT0, TMP0.xxxx, R1
    vadd.MOV.i32 R0, TMP0.xxxx, #0
tex
    TEX.2d TA1.ef.f16, texture0, fsampler0, AT0.32,
alu
    vmul.MOV.i32 R0.z, TMP0.x, TA1.z
