# Fragment shader of the first pass: inverts the stencil bits, no colour.
# The stencil word: both faces [31:30] = 3, all eight bits written [29:28] = 3,
# keep if depth fails [27:25] = 1, invert if all passes [24:22] = 5, keep if the
# stencil test fails [21:19] = 1, test always passes [18:16] = 7, mask 0xff.
        load_imm tlb_stencil_setup, 0xf34f00ff
        nop
        nop
        sig_unlock_score mov tlb_z, rb15        # runs both tests
        sig_end
        nop
        nop
