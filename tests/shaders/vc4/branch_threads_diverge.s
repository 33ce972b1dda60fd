# source: ieee754: runs of one gang take different paths
# run: r0 = 0, r1 = 1 -> r1 = 100
# run: r0 = 1, r1 = 1 -> r1 = 100
# run: r0 = 2, r1 = 1 -> r1 = 100
# run: r0 = 3, r1 = 1 -> r1 = 8000
# run: r0 = 4, r1 = 1 -> r1 = 16000
# run: r0 = 5, r1 = 1 -> r1 = 32000
mov r2, r0
sub.sf nop, r0, 3
branch.all_ns low
nop
nop
nop
load_imm r3, 1000
nop ; mul24 r1, r1, r3
double:
add r1, r1, r1
sub.sf r2, r2, 1
branch.any_zc double
nop
nop
nop
branch end
nop
nop
nop
low:
load_imm r1, 100
end:
nop
