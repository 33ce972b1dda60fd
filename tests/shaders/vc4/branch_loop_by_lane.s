# source: ieee754: every lane counts to its own number
# lanes with 0 keep Z: a masked SF does not change it
# run: r0 = [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16], r1 = 0 -> r1 = [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16]
# run: r0 = [3 1], r1 = 10 -> r1 = [13 11]
mov.sf nop, r0
top:
add.zc r1, r1, 1
sub.sf.zc r0, r0, 1
branch.any_zc top
nop
nop
nop
