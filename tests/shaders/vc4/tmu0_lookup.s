# source: spec: Guide, section 4: T, then S, which starts the request
# run: r0 = [0.0 0.5], r1 = [0.25 0.75], load_tmu0 = [0xff00ff00 0x12345678] -> tmu0_t = [0.25 0.75], tmu0_s = [0.0 0.5], r2 = [0xff00ff00 0x12345678]
mov tmu0_t, r1
mov tmu0_s, r0
nop
load_tmu0 nop
mov r2, r4
