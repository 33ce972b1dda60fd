# Fragment shader of square points. A point adds two varyings before
# those of its vertex: the pixel's position in the square, 0 to 1 across and 0 to 1
# from the largest y to the smallest. Red shows the first, green the second.
        nop ; fmul r0, vary, ra15
        fadd r0, r0, r5 ; fmul r1, vary, ra15
        fadd r1, r1, r5
        load_imm r3, 0xff000000
        nop ; fmul r3.8c, r0, 1.0
        nop ; fmul r3.8b, r1, 1.0
        sig_unlock_score mov tlb_color_all, r3
        sig_end
        nop
        nop
