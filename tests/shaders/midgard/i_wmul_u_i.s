# source: spec: two's complement, computed with integers of any size
# run: r1 = 0x00000005 0xfffffff9 0x7fffffff 0x80000000, r2 = 0x00000003 0x00000007 0x00000001 0x12345678 -> r0 = 0x0000000f 0xffffffcf 0x7fffffff 0x00000000
alu
    vmul.WMUL.u.i32 R0, R1, R2
