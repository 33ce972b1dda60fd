# source: spec: GLSL: a direction keeps its face and its ratios, of halves too; here along +z, where s and t are exact
# run: r1 = 0xc0003c00 0x00004400, texel = 1.0 2.0 3.0 4.0 -> at = 0.25 -0.5 1.0, r0 = 1.0
alu
    vmul.MOV.i32 AL0.xy, TMP0.xx, R1
ldst
    CUBEMAP.f16 AT0.xy~~, AL0.xyyy
tex
    TEX.cube TA0.x.f32, texture0, fsampler0, AT0.32,
alu
    vmul.MOV.i32 R0.x, TMP0.x, TA0.x
