# source: spec: Guide, section 3: call by a link register and return to it
# run: r1 = 3 -> r1 = 14
branch ra5, double
nop
nop
nop
add r1, r1, 1
branch ra5, double
nop
nop
nop
branch end
nop
nop
nop
double:
branch ra5
add r1, r1, r1
nop
nop
end:
nop
