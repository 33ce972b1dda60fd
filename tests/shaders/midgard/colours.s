# source: mesa: midgard.h: packs to and unpacks from a native format; numbers of formats in v5.xml: RGBA8 UNORM, RGB565, RG16F, R32UI
# run: r1 = 1.0 0.0 0.2 -1.0 -> r0.x = 0x003300ff, r2 = 1.0 0.0 0.2~1e-7 0.0, r3.x = 0x301f, r4 = 0x00003c00 0x00003266
alu
    vmul.MOV.i32 AL0, TMP0.xxxx, R1
ldst
    PACK.f32 R0.x~~~, AL0, 0xBB688
    PACK.f32 R3.x~~~, AL0, 0x40688
alu
    vmul.MOV.i32 AL1, TMP0.xxxx, R0
ldst
    UNPACK.f32 R2.xyzw, AL1, 0xBB688
    UNPACK.f16 R4.xy~~, AL1, 0xBB688
