# source: spec: Guide, section 3: a load may set the flags
# run: -> r0 = [1 5 5 5], r1 = [5 5 2 2]
load_imm r0, 5
load_imm r1, 5
load_imm.i2.sf nop, [0, 1, -1, -2, 0, 1, -1, -2, 0, 1, -1, -2, 0, 1, -1, -2]
mov.zs r0, 1
mov.ns r1, 2
