load_imm nop, vw_setup, 0x00001a00
mov vpm, elem_num
load_imm nop, vw_setup, 0x80904000
mov vw_addr, uni
mov nop, vw_wait
sig_end
nop
nop
