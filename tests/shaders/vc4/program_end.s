# source: spec: Guide, section 3: two delay slots after the end
# run: r0 = 0 -> r0 = 7
add r0, r0, 1
sig_end nop
add r0, r0, 2
add r0, r0, 4
add r0, r0, 8
