# source: spec: Guide, section 3: only the value of file A is unpacked
# run: ra2 = 0x00030002, rb2 = 0x00030002, r0 = 0x00030002 -> r1 = 0x00030004, r2 = 0x00030004
add r1, ra2.16a, rb2
add r2, ra2.16a, r0
