# source: spec: the row: number of leading zeros
# run: r1 = 0 1 0x8000 0xffffffff -> r0 = 32 31 16 0
alu
    vadd.CLZ.i32 R0, R1, #0
