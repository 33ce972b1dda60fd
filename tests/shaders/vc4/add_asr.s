# source: ieee754: two's complement by definition; shift counts are modulo 32 (spec: Guide, section 3)
# run: r0 = [0 1 -1 5 0x12345678 0x55555555 100 0xffff 7 0x80000000 0xf4240 0xf0f0f0f0 3 0xdeadbeef 0x3039 -16], r1 = [0 2 1 -1 0x9abcdef0 0xaaaaaaaa 25 0x10000 7 1 0xf423f 0xff00ff0 31 16 4 2] -> r2 = [0 0 -1 0 4660 0x155555 0 0xffff 0 0xc0000000 0 -3856 0 -8531 771 -4]
asr r2, r0, r1
