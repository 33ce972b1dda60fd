# Coordinate shader: clip position = matrix x position, and its position on the
# screen. One lane is one vertex; the sixteen uniforms are the matrix, row by row.
        .set half_width, 5112.0         # 319.5 pixels in 1/16
        .set half_height, -3832.0       # 239.5; negative turns the image upright

        load_imm vr_setup, 0x00401a00   # read 4 rows, horizontal, 32-bit
        nop                             # the first value takes three instructions
        nop
        nop
        mov ra0, vpm_read               # x of sixteen vertices
        mov ra1, vpm_read               # y
        mov ra2, vpm_read               # z
        mov ra3, vpm_read               # w
        load_imm vw_setup, 0x00001a00   # write rows, horizontal, 32-bit

        branch ra31, row                # Xc
        nop
        nop
        nop
        mov ra4, r0 ; mov vpm, r0
        branch ra31, row                # Yc
        nop
        nop
        nop
        mov ra5, r0 ; mov vpm, r0
        branch ra31, row                # Zc
        nop
        nop
        nop
        mov ra6, r0 ; mov vpm, r0
        branch ra31, row                # Wc
        nop
        nop
        nop
        mov sfu_recip, r0 ; mov vpm, r0

# The reciprocal is in r4 from the third instruction on.
        load_imm r2, half_width
        load_imm r3, half_height
        nop ; fmul r0, ra4, r4          # Xc / Wc, -1 to 1 on the screen
        nop ; fmul r1, ra5, r4
        nop ; fmul r0, r0, r2
        ftoi ra8.16a, r0 ; fmul r1, r1, r3
        ftoi ra8.16b, r1                # Ys:Xs in one word
        nop ; fmul r2, ra6, r4          # Zc / Wc
        mov vpm, ra8
        fadd r2, r2, 1.0
        nop ; fmul vpm, r2, 0.5         # Zs, 0 to 1
        mov vpm, r4                     # 1/Wc
        sig_end
        nop
        nop

# r0 = a row of the matrix times the position. Takes four uniforms.
row:    nop ; fmul r0, ra0, uni
        nop ; fmul r1, ra1, uni
        branch ra31                     # back, after three more instructions
        fadd r0, r0, r1 ; fmul r1, ra2, uni
        fadd r0, r0, r1 ; fmul r1, ra3, uni
        fadd r0, r0, r1
