# source: spec: Guide, section 5: one write for each sample
# run: r0 = 1, r1 = 2 -> tlb_color_ms = 1 2 1 2
mov tlb_color_ms, r0
mov tlb_color_ms, r1
mov tlb_color_ms, r0
mov tlb_color_ms, r1
