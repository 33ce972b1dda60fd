# Fragment shader: the texel at (s, t). Each write to the texture unit consumes one
# uniform: the two words that describe the texture.
        nop ; fmul r0, vary, ra15       # s, the part times W
        fadd r0, r0, r5 ; fmul r1, vary, ra15
        fadd tmu0_t, r1, r5
        mov tmu0_s, r0                  # this one starts the lookup
        load_tmu0                       # waits for it: the colour is in r4
        sig_unlock_score mov tlb_color_all, r4
        sig_end
        nop
        nop
