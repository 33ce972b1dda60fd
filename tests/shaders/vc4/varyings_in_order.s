# source: spec: Guide, section 3: each read takes the next
# run: vary = 1.0 10.0 2.0 20.0 -> r0 = 1.0, r1 = 10.0, r2 = 2.0, r3 = 20.0
mov r0, vary
mov r1, r5
mov r2, vary
mov r3, r5
