# source: spec: Guide, section 3: each pass reads the next
# run: uni = 1.0 2.0 4.0 8.0, r0 = 4, r1 = 0.0 -> r1 = 15.0
top:
fadd r1, r1, uni
sub.sf r0, r0, 1
branch.any_zc top
nop
nop
nop
