# Fragment shader of round points: like square.qasm, but lanes outside the circle
# in the square do not write their colour.
        nop ; fmul r0, vary, ra15
        fadd r0, r0, r5 ; fmul r1, vary, ra15
        fadd r1, r1, r5
        load_imm r3, 0xff000000
        nop ; fmul r3.8c, r0, 1.0
        fsub r0, r0, 0.5 ; fmul r3.8b, r1, 0.5  # half as green
        fsub r1, r1, 0.5
        nop ; fmul r0, r0, r0
        nop ; fmul r1, r1, r1
        fadd r0, r0, r1                         # distance from the centre, squared
        fsub.sf nop, r0, 0.25                   # negative inside
        sig_unlock_score mov.ns tlb_color_all, r3
        sig_end
        nop
        nop
