# source: spec: two's complement, computed with integers of any size
# run: r1 = 0x00000005 0xfffffff9 0x7fffffff 0x80000000, r2 = 0x00000003 0x00000007 0x00000001 0x12345678 -> r0 = 0x00000006 0xfffffffe 0x7ffffffe 0x92345678
alu
    vmul.XOR.i32 R0, R1, R2
