# Fragment shader: white. It runs once per pixel; the colour goes to those of the
# pixel's four samples that the triangle covers.
        load_imm r0, 0xffffffff
        nop
        sig_unlock_score mov tlb_color_all, r0
        sig_end
        nop
        nop
