# source: spec: Guide, section 4: R is the third coordinate or the border colour, B the bias
# run: r0 = 1.0, r1 = 2.0, r2 = 3.0, r3 = 4.0, load_tmu0 = 5.0 -> tmu0_t = 2.0, tmu0_r = 3.0, tmu0_b = 4.0, tmu0_s = 1.0, ra1 = 5.0
mov tmu0_t, r1
mov tmu0_r, r2
mov tmu0_b, r3
mov tmu0_s, r0
load_tmu0 nop
mov ra1, r4
