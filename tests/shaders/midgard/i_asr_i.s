# source: spec: the row; shifts of two's complement
# run: r1 = 0x00000005 0xfffffff9 0x40000001 0x80000000, r2 = 0x00000003 0x00000001 0x00000002 0x0000001f -> r0 = 0x00000000 0xfffffffc 0x10000000 0xffffffff
alu
    vadd.ASR.i32 R0, R1, R2
