# source: spec: Guide, section 3: a pack keeps the other bits of the register
# run: r0 = 0xaa, r1 = 0xbb, ra2 = 0x11223344 -> ra2 = 0xaa2233bb
mov ra2.8d, r0
mov ra2.8a, r1
