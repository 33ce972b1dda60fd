load_imm vr_setup, nop, 0x83011000    # load one row of 16 words to row 0
mov vr_addr, uni
mov nop, vpm_ld_wait
load_imm vr_setup, nop, 0x101a00      # read row 0
load_imm vw_setup, nop, 0x1a01        # write row 1
nop
nop
mov r0, vpm
add vpm, r0, 1
load_imm vw_setup, nop, 0x80904080    # store row 1
mov vw_addr, uni
mov nop, vpm_st_wait
sig_end nop
nop
nop
