# source: spec: Guide, section 3
# run: uni = 2.0, r0 = [1.0 2.0 3.0 4.0] -> r1 = [3.0 4.0 5.0 6.0], r2 = [2.0 4.0 6.0 8.0]
mov ra1, uni
nop
fadd r1, r0, ra1 ; fmul r2, r0, ra1
