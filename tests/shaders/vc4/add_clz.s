# source: ieee754: two's complement by definition
# run: r0 = [0 1 -1 5 0x12345678 0x55555555 100 0xffff 7 0x80000000 0xf4240 0xf0f0f0f0 3 0xdeadbeef 0x3039 -16] -> r2 = [32 31 0 29 3 1 25 16 29 0 12 0 30 0 18 0]
clz r2, r0
