# source: ieee754: n * m by counting
# run: r0 = 3, r1 = 4, r2 = 0 -> r2 = 12
# run: r0 = 1, r1 = 7, r2 = 0 -> r2 = 7
# run: r0 = 5, r1 = 1, r2 = 0 -> r2 = 5
# run: r0 = 6, r1 = 6, r2 = 0 -> r2 = 36
outer:
mov r3, r1
inner:
add r2, r2, 1
sub.sf r3, r3, 1
branch.any_zc inner
nop
nop
nop
sub.sf r0, r0, 1
branch.any_zc outer
nop
nop
nop
