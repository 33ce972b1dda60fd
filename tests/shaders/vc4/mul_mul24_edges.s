# source: spec: Guide, section 3: low 32 bits of the product of the low 24 bits
# run: r0 = [0xffffff 0x1000000 0x1000001 4095 0x800000 0x800000 -1 0], r1 = [0xffffff 5 0xff000003 4097 512 2 -1 -1] -> r2 = [0xfe000001 0 3 0xffffff 0 0x1000000 0xfe000001 0]
nop ; mul24 r2, r0, r1
