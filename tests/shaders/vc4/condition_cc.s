# source: hardware: vc4asm: C of ADD is the carry, here of r0 + 0x80000000
# run: r0 = [0 1 -1 5], r1 = 5, r2 = 5 -> r1 = [6 6 5 6], r2 = [6 6 5 6]
load_imm r3, 0x80000000
add.sf nop, r0, r3
add.cc r1, r1, 1 ; v8adds.cc r2, r2, 1
