# Three rows in, the same three out.
load_imm vr_setup, nop, 0x301a00
load_imm vw_setup, nop, 0x1a00
nop
nop
mov vpm, vpm
mov vpm, vpm
mov vpm, vpm
sig_end nop
nop
nop
