# source: ieee754: two's complement by definition; shift counts are modulo 32 (spec: Guide, section 3)
# run: r0 = [0x7fffffff 0x80000000 0x80000000 0x7fffffff -1 0 1 1 0x80000001 0x80000001 0x80000000 -1 0xffff0000 0x7fffffff 0 2], r1 = [1 -1 0x80000000 0x7fffffff -1 0x80000000 32 33 31 63 -31 32 256 0x80000000 -1 -2] -> r2 = [0x3fffffff -1 0x80000000 0 -1 0 1 0 -1 -1 0xc0000000 -1 0xffff0000 0x7fffffff 0 0]
asr r2, r0, r1
