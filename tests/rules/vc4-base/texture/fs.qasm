load_imm r0, 0.5
mov tmu0_t, r0
mov tmu0_s, r0
nop
load_tmu0 nop
sig_unlock_score mov tlb_color_all, r4
sig_end nop
nop
nop
