# source: spec: Guide, section 4: results in the order of the requests
# run: r0 = 1.0, r1 = 2.0, load_tmu0 = 10.0 20.0 -> tmu0_s = 1.0 2.0, r2 = 10.0, r3 = 20.0
mov tmu0_s, r0
mov tmu0_s, r1
load_tmu0 nop
load_tmu0 mov r2, r4
mov r3, r4
