# source: hardware: vc4asm addendum, measured: the mul ALU's NOP repeats lanes 12 to 15 of its last result
# run: r0 = [100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115], r1 = 2 -> r2 = [224 226 228 230]
nop ; mul24 r3, r0, r1
nop ; nop {cond_mul=1, waddr_mul=34}
