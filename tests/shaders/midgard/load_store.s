# source: mesa: midgard_address.c: base + (index << shift) + offset
# run: r1 = 0x100 0 2, mem0x118 = 5 6 7 8 -> r2 = 5 6 7 8, mem0x200 = 6 5
# stage: compute
alu
    vmul.MOV.i32 AL0, TMP0.xxxx, R1
ldst
    LD.128 R2.xyzw, AL0.u64.x + AL0.u32.z << 3 + 0x8
alu
    vmul.MOV.i32 AL1, TMP0.xxxx, R2
ldst
    ST.64 AL1.yxyx, AL0.u64.x + 0x100
