# source: spec: Guide, section 3: 32 bits to every lane
# run: -> r0 = 0x12345678, ra1 = 1.0, rb2 = 1.0, r3 = -1
load_imm r0, nop, 0x12345678
load_imm ra1, rb2, 0x3f800000
load_imm r3, -1
