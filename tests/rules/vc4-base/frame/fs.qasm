mov r0, uni
nop
nop
sig_unlock_score mov tlb_color_all, r0
sig_end nop
nop
nop
