# source: spec: Guide, section 3: two bits for each lane, signed
# run: -> r0 = [0 1 -1 -2], ra1 = [0 1 -1 -2]
load_imm.i2 r0, [0, 1, -1, -2, 0, 1, -1, -2, 0, 1, -1, -2, 0, 1, -1, -2]
load_imm.i2 ra1, [0, 1, -1, -2, 0, 1, -1, -2, 0, 1, -1, -2, 0, 1, -1, -2]
