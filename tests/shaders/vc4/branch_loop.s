# source: ieee754: the sum of 1 to n is n (n + 1) / 2
# run: r0 = 1, r1 = 0 -> r1 = 1
# run: r0 = 2, r1 = 0 -> r1 = 3
# run: r0 = 10, r1 = 0 -> r1 = 55
# run: r0 = 100, r1 = 0 -> r1 = 5050
# run: r0 = 7, r1 = 0 -> r1 = 28
top:
add r1, r1, r0
sub.sf r0, r0, 1
branch.any_zc top
nop
nop
nop
