# source: spec: Guide, section 3: the result is in r4 for the third instruction
# run: load_tmu0 = 9.0, r0 = 4.0 -> r1 = 9.0, r2 = 9.0, r3 = 0.25~1e-4
load_tmu0 nop
mov sfu_recip, r0
mov r1, r4
mov r2, r4
mov r3, r4
