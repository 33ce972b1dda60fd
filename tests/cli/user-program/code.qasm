load_imm nop, vw_setup, 0x00001a00    # write rows of 32 bits, horizontally, from row 0
mov r0, elem_num
add r1, r0, r0
add r0, r0, r1
add vpm, r0, uni
load_imm nop, vw_setup, 0x80904000    # store one row of 16 words
mov vw_addr, uni
mov nop, vw_wait
mov host_int, 1
sig_end
nop
nop
