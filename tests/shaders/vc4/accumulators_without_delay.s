# source: spec: Guide, section 3: accumulators are seen by the next instruction
# run: -> r3 = 4
mov r0, 1
add r1, r0, r0
add r2, r1, r0
add r3, r2, r0
