# source: spec: Guide, section 3: two bits for each lane, unsigned
# run: -> r0 = [0 1 2 3], rb1 = [3 2 1 0]
load_imm.u2 r0, [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]
load_imm.u2 rb1, [3, 2, 1, 0, 3, 2, 1, 0, 3, 2, 1, 0, 3, 2, 1, 0]
