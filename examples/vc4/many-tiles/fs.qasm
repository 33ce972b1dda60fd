# Fragment shader: three varyings become one colour word, 0xaarrggbb.
# A varying read gives A*(x-x0) + B*(y-y0); times W (ra15) plus C (r5) is its value.
        nop ; fmul r0, vary, ra15
        fadd r0, r0, r5 ; fmul r1, vary, ra15
        fadd r1, r1, r5 ; fmul r2, vary, ra15
        fadd r2, r2, r5
        load_imm r3, 0xff000000         # alpha
# The mul ALU packs 0.0 to 1.0 into one byte of r3 and keeps the others.
        nop ; fmul r3.8c, r0, 1.0
        nop ; fmul r3.8b, r1, 1.0
        nop ; fmul r3.8a, r2, 1.0
        sig_unlock_score mov tlb_color_all, r3
        sig_end
        nop
        nop
