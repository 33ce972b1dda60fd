# source: spec: Guide, section 3: two instructions after the write still read the old stream
# run: uni = 1 2 3, uni0x2000 = 10 11, r3 = 0x2000 -> r0 = 1, r1 = 2, r2 = 10, ra1 = 11
mov uniforms_addr, r3
mov r0, uni
mov r1, uni
mov r2, uni
mov ra1, uni
