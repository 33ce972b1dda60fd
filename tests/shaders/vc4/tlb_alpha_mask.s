# source: spec: Guide, section 5
# run: r0 = [1 0 1 1], alpha_mask_load = [3 4] -> tlb_alpha_mask = [1 0 1 1], r1 = [3 4]
mov tlb_alpha_mask, r0
sig_alpha_mask_load nop
mov r1, r4
