# Fragment shader of the second pass: colour where the stencil is not 0 [18:16] = 5,
# and 0 it becomes again [24:22] = 0. Depth comes first: it runs the test, and
# pixels that fail lose their colour write.
        load_imm tlb_stencil_setup, 0xf20d00ff
        nop ; fmul r0, vary, ra15
        fadd r0, r0, r5 ; fmul r1, vary, ra15
        fadd r1, r1, r5 ; fmul r2, vary, ra15
        fadd r2, r2, r5
        load_imm r3, 0xff000000
        mov tlb_z, rb15
        nop ; fmul r3.8c, r0, 1.0
        nop ; fmul r3.8b, r1, 1.0
        nop ; fmul r3.8a, r2, 1.0
        sig_unlock_score mov tlb_color_all, r3
        sig_end
        nop
        nop
