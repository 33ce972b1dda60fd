# source: spec: two's complement: halves widened to 32 bits by their modifiers
# run: r1 = 0xc0003c00 0x80017fff -> r0 = 1.0 -2.0, r2 = 0x3c00 0xffffc000 0x7fff 0xffff8001, r3 = 0x3c00 0xc000 0x7fff 0x8001, r4 = 0x3c000000 0xc0000000 0x7fff0000 0x80010000
alu
    vmul.FMOV.f32 R0.xy, TMP0.xx, R1.xy.widen
    vadd.MOV.i32 R2, TMP0.xxxx, R1.xyzw.sext
alu
    vmul.MOV.i32 R3, TMP0.xxxx, R1.xyzw.zext
    vadd.MOV.i32 R4, TMP0.xxxx, R1.xyzw.lshift
