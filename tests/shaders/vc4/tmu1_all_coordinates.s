# source: spec: Guide, section 4
# run: r0 = 1.0, r1 = 2.0, r2 = 3.0, r3 = 4.0, load_tmu1 = 5.0 -> tmu1_t = 2.0, tmu1_r = 3.0, tmu1_b = 4.0, tmu1_s = 1.0, tmu_noswap = 1, ra1 = 5.0
mov tmu_noswap, 1
nop
nop
mov tmu1_t, r1
mov tmu1_r, r2
mov tmu1_b, r3
mov tmu1_s, r0
load_tmu1 nop
mov ra1, r4
