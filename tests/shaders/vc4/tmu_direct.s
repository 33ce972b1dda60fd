# source: spec: Guide, section 4: S alone is an address
# run: r0 = [0x1000 0x1004 0x1008 0x100c], load_tmu0 = [1 2 3 4] -> tmu0_s = [0x1000 0x1004 0x1008 0x100c], r1 = [1 2 3 4]
mov tmu0_s, r0
load_tmu0 nop
mov r1, r4
