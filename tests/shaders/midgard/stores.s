# source: mesa: midgard_emit.c, midgard_pack_common_store_mask: bytes of stores
# stage: compute
# run: r1 = 0x100 0, r2 = 0x11223344 0x55667788 0x99aabbcc 0xddeeff00, mem0x100 = 0 0 0 0 0 0 0 0 0 -> mem0x100 = 0x44 0x3344 0x55667788 0x99aabbcc 0xddeeff00 0x11223344 0x55667788 0x99aabbcc 0xddeeff00
alu
    vmul.MOV.i32 AL0, TMP0.xxxx, R1
    vadd.MOV.i32 AL1, TMP0.xxxx, R2
ldst
    ST.u8 AL1, AL0.u64.x
    ST.u16 AL1, AL0.u64.x + 0x4
ldst
    ST.32 AL1.yyyy, AL0.u64.x + 0x8
    ST.64 AL1.zwzw, AL0.u64.x + 0xC
ldst
    ST.128 AL1, AL0.u64.x + 0x14
