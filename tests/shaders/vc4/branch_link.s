# source: spec: Guide, section 3: the link is the address of the fourth instruction after the branch
# run: r1 = 0 -> ra5 = 0x8020, rb5 = 0x8020, r1 = 4
branch ra5, rb5, over
nop
nop
nop
add r1, r1, 1
over:
add r1, r1, 4
