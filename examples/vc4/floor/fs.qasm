# Fragment shader: as in textured. The levels that the texture unit looks up
# follow from the distance between the coordinates of the pixels of a quad.
        nop ; fmul r0, vary, ra15
        fadd r0, r0, r5 ; fmul r1, vary, ra15
        fadd tmu0_t, r1, r5
        mov tmu0_s, r0
        load_tmu0
        sig_unlock_score mov tlb_color_all, r4
        sig_end
        nop
        nop
