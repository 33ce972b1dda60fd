# source: spec: the row: number of ones
# run: r1 = 0 1 0xf0f0 0xffffffff -> r0 = 0 1 8 32
alu
    vadd.POPCNT.i32 R0, R1, #0
