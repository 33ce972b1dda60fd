# source: spec: GLSL dFdx and dFdy: differences in the quad
# run: r1 = [1.0 4.0 2.0 9.0] -> r0 = [3.0 3.0 7.0 7.0], r2 = [1.0 5.0 1.0 5.0]
alu
    vmul.MOV.i32 AT0, TMP0.xxxx, R1
tex
    DERIVATIVE.x.2d TA0.x.f32, texture0, fsampler0, AT0.32,
alu
    vmul.MOV.i32 R0.x, TMP0.x, TA0.x
tex
    DERIVATIVE.y.2d TA0.x.f32, texture0, fsampler0, AT0.32,
alu
    vmul.MOV.i32 R2.x, TMP0.x, TA0.x
