# source: mesa: midgard_emit.c, mir_ldst_pack_offset: offsets of uniform buffers are bytes; midgard.h: the number of the buffer is an immediate
# run: ubo2.0x10 = 1 2 3 4 0x80ff, r1 = 16 -> r0 = 1 2 3 4, r2 = 3 4, r3 = 0xffffffff, r4 = 0x80ff, r5 = 0x02000000, r6 = 3 4 0x80ff
alu
    vmul.MOV.i32 AL0.x, TMP0.x, R1.x
ldst
    LD_UBO.128 R0.xyzw, 2, AL0.x
    LD_UBO.64 R2.xy~~, 2, 0.x + 0x18
ldst
    LD_UBO.s8 R3.x~~~, 2, 0.x + 0x20
    LD_UBO.u16 R4.x~~~, 2, 0.x + 0x20
ldst
    LD_UBO.32.bswap4 R5.x~~~, 2, 0.x + 0x14
    LD_UBO.128 R6.xyz~, 2, 0.x + 0x18
