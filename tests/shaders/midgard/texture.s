# source: mesa: midgard_compile.c, emit_texop_native: coordinates in AT, results in TA, the level as a constant of eight fraction bits
# run: r1 = 0.25 0.5 3.0 2.0, texel = 1.0 2.0 3.0 4.0 -> r0 = 1.0 2.0 3.0 4.0, at = 0.25 0.5, extra = 3.0, layer = 2.0, texture = 5, sampler = 6, lod = 0.0
alu
    vmul.MOV.i32 AT0, TMP0.xxxx, R1
tex
    TEX.2d TA0.f32, texture5, fsampler6, AT0.32,
alu
    vmul.MOV.i32 R0, TMP0.xxxx, TA0
