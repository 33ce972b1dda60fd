# source: mesa: midgard_emit.c: mask and swizzle of 32-bit components
# run: r1 = 1 2 3 4, r0 = 9 9 9 9 -> r0 = 9 4 9 1
alu
    vmul.MOV.i32 R0.yw, TMP0.xx, R1.wx
