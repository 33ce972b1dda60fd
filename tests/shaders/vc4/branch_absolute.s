# source: spec: Guide, section 3: an absolute address; the program is at 0x8000
# run: r1 = 0 -> r1 = 8
branch 0x8028
nop
nop
nop
add r1, r1, 1
add r1, r1, 8
nop
