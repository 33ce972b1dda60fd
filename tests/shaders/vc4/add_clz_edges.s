# source: ieee754: two's complement by definition
# run: r0 = [1 4 16 64 256 1024 4096 0x4000 0x10000 0x40000 0x100000 0x400000 0x1000000 0x4000000 0x10000000 0x40000000] -> r2 = [31 29 27 25 23 21 19 17 15 13 11 9 7 5 3 1]
# run: r0 = [0 -1 0x7fffffff 0xffff] -> r2 = [32 0 1 16]
clz r2, r0
