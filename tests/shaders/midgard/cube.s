# source: spec: GLSL: a direction keeps its face and its ratios; here along +z, where s and t are exact
# run: r1 = 1.0 -2.0 4.0, texel = 1.0 2.0 3.0 4.0 -> at = 0.25 -0.5 1.0, r0 = 1.0
# run: r1 = -8.0 2.0 -4.0, texel = 1.0 2.0 3.0 4.0 -> at = -1.0 0.25 -0.5, r0 = 1.0
alu
    vmul.MOV.i32 AL0, TMP0.xxxx, R1
ldst
    CUBEMAP.f32 AT0.xy~~, AL0
tex
    TEX.cube TA0.x.f32, texture0, fsampler0, AT0.32,
alu
    vmul.MOV.i32 R0.x, TMP0.x, TA0.x
