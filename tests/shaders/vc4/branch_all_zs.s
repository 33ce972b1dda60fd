# source: spec: Guide, section 3; py-videocore, test_branch.py: over the flags of all lanes
# run: r0 = 0 -> r1 = 2
# run: r0 = 1 -> r1 = 1
# run: r0 = -1 -> r1 = 1
# run: r0 = [0 1] -> r1 = 1
# run: r0 = [0 -1] -> r1 = 1
# run: r0 = [1 -1] -> r1 = 1
# run: r0 = [1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 0] -> r1 = 1
# run: r0 = [-1 -1 -1 -1 0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1] -> r1 = 1
mov r1, 2
mov.sf nop, r0
branch.all_zs taken
nop
nop
nop
mov r1, 1
taken:
nop
