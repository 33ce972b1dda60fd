# source: spec: Guide, section 5: colour of all samples
# run: r0 = [0xff0000ff 0x80808080] -> tlb_color_all = [0xff0000ff 0x80808080], wait_score = 0, unlock_score = 0
sig_wait_score nop
sig_unlock_score mov tlb_color_all, r0
