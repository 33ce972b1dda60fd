# source: spec: Guide, section 3: a stream of words, the same in all lanes
# run: uni = 1.5 -2 0xffffffff -> r0 = 1.5, r1 = -2, r2 = 0xffffffff
mov r0, uni
mov r1, uni
mov r2, uni
