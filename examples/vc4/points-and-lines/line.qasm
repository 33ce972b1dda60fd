# Fragment shader of lines. A line adds one varying, 0 to 1 across
# its width (green); the vertices have the other, 0 to 1 along it (red).
        nop ; fmul r0, vary, ra15
        fadd r0, r0, r5 ; fmul r1, vary, ra15
        fadd r1, r1, r5
        load_imm r3, 0xff0000ff
        nop ; fmul r3.8b, r0, 1.0
        nop ; fmul r3.8c, r1, 1.0
        sig_unlock_score mov tlb_color_all, r3
        sig_end
        nop
        nop
