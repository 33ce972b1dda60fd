# source: spec: Guide, section 3: lanes whose condition fails are not written
# run: r0 = [0 1], r1 = 2.0, load_tmu0 = 1.0 -> tmu0_s = [2.0 *], r2 = 1.0
mov.sf nop, r0
mov.zs tmu0_s, r1
load_tmu0 nop
mov r2, r4
