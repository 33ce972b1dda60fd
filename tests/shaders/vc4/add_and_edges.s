# source: ieee754: two's complement by definition
# run: r0 = [0x7fffffff 0x80000000 0x80000000 0x7fffffff -1 0 1 1 0x80000001 0x80000001 0x80000000 -1 0xffff0000 0x7fffffff 0 2], r1 = [1 -1 0x80000000 0x7fffffff -1 0x80000000 32 33 31 63 -31 32 256 0x80000000 -1 -2] -> r2 = [1 0x80000000 0x80000000 0x7fffffff -1 0 0 1 1 1 0x80000000 32 0 0 0 2]
and r2, r0, r1
