# source: hardware: vc4asm addendum: lane 15 of the register
# run: r1 = 0, ra1 = [1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 16] -> r1 = 8
branch pc+ra1
nop
nop
nop
add r1, r1, 1
add r1, r1, 2
add r1, r1, 8
