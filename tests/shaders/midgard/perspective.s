# source: mesa: midgard.h: <x/w, y/w, z/w, 1>
# run: r1 = 2.0 4.0 6.0 8.0 -> r0 = 0.25 0.5 0.75 1.0, r2 = 0.5 1.0
alu
    vmul.MOV.i32 AL0, TMP0.xxxx, R1
ldst
    LDST_PERSPECTIVE_DIV_W.f32 R0.xyzw, AL0
    LDST_PERSPECTIVE_DIV_Y.f32 R2.xyzw, AL0
