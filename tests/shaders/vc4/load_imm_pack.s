# source: spec: Guide, section 3: the low byte of the immediate, packed
# run: ra1 = 0x11223344 -> ra1 = 0x1122ef44
load_imm ra1.8b, 0xdeadbeef
