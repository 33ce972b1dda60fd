# source: spec: Guide, section 3: the pack of file A does not apply to accumulators and file B
# run: r0 = 0x12345678, ra2 = 0 -> r1 = 0x12345678, rb2 = 0x12345678, ra2 = 0x78
mov ra2.8a, r0 ; mov r1, r0
mov ra2.8a, r0 ; mov rb2, r0
