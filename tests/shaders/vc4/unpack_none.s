# source: spec: Guide, section 3: no unpack of r4 and of file A, with integers and floats
# run: load_tmu0 = 1.5, ra2 = 2.5, r3 = 0.5 -> r0 = 2.0, r1 = 3.0, r2 = 1.5
load_tmu0 nop
fadd r0, r4, r3 {pm=1}
fadd r1, ra2, r3
mov r2, r4
