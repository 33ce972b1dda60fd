# source: spec: Guide, section 3: threads go on after a switch
# run: r0 = 1 -> r0 = 3, switch = 0, thread_switch = 0
sig_switch nop
nop
nop
add r0, r0, 1
sig_thread_switch nop
nop
nop
add r0, r0, 1
