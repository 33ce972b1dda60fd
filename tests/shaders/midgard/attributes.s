# source: mesa: midgard_compile.c, emit_attr_read and store_output: offset of the table entry in bits 17:9
# stage: vertex
# run: attribute3 = 1.0 2.0 3.0 [4.0 5.0] -> stored2 = [4.0 5.0] 3.0 2.0 1.0
ldst
    LD_ATTR.f32 R0.xyzw, 0.x + 0x3, 0.x
alu
    vmul.MOV.i32 AL1, TMP0.xxxx, R0.wzyx
ldst
    ST_VARY.f32.a32 AL1, 0.x + 0x2, 0.x
