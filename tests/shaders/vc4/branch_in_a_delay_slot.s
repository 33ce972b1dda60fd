# source: hardware: vc4asm addendum: a branch may be in the last delay slot of another
# run: r1 = 0 -> r1 = 6
branch first
nop
nop
branch second
add r1, r1, 1
first:
add r1, r1, 2
add r1, r1, 2
add r1, r1, 2
add r1, r1, 1
second:
nop
