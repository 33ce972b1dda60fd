# source: hardware: vc4asm: the link is written only if the branch is taken
# run: r1 = 1, ra5 = 7 -> ra5 = 7, r1 = 2
mov.sf nop, r1
branch.all_zs ra5, over
nop
nop
nop
add r1, r1, 1
over:
nop
