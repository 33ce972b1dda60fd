# source: mesa: midgard_compile.c, emit_image_op: coordinates are pairs of 16 bits
# run: r1 = 0x00020001, image = 1.0 2.0 3.0 4.0 -> r0 = 1.0 2.0 3.0 4.0, at = 1 2, r2 = 0x3204 0
alu
    vmul.MOV.i32 AL0.x, TMP0.x, R1.x
ldst
    LD_IMAGE.f32 R0.xyzw, 0.x + 0x1, AL0.u32.x
    LEA_IMAGE R2.xy~~, AL0, 0.x + 0x3, AL0.u32.x
