# source: mesa: midgard.h: <x/w, y/w, z/w, 1>; disassemble.c: the toggle selects f16
# run: r1 = 0x44004000 0x48004600 -> r0 = 0x38003400 0x3c003a00, r2 = 0x3c003800 0x40003e00
alu
    vmul.MOV.i32 AL0.xy, TMP0.xx, R1
ldst
    LDST_PERSPECTIVE_DIV_W.f16 R0.xy~~, AL0.xyyy
    LDST_PERSPECTIVE_DIV_Y.f16 R2.xy~~, AL0.xyyy
