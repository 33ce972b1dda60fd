# source: spec: two's complement of 64 bits
# run: r1 = 0xffffffff 1 5 0, r2 = 1 0 0xffffffff 0xffffffff -> r0 = 0 2 4 0
alu
    vadd.ADD.i64 R0, R1, R2
