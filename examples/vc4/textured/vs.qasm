# Vertex shader: the same position, without the clip coordinates, and the
# texture coordinates as varyings. The binner has used the coordinate shader's
# positions, so both must be equal bit for bit.
        .set half_width, 2560.0
        .set half_height, -1920.0

        load_imm vr_setup, 0x00601a00   # 4 rows of position, 2 of s and t
        nop
        nop
        nop
        mov ra0, vpm_read
        mov ra1, vpm_read
        mov ra2, vpm_read
        mov ra3, vpm_read
        mov ra9, vpm_read               # s
        mov ra10, vpm_read              # t
        load_imm vw_setup, 0x00001a00

        branch ra31, row
        nop
        nop
        nop
        mov ra4, r0
        branch ra31, row
        nop
        nop
        nop
        mov ra5, r0
        branch ra31, row
        nop
        nop
        nop
        mov ra6, r0
        branch ra31, row
        nop
        nop
        nop
        mov sfu_recip, r0

        load_imm r2, half_width
        load_imm r3, half_height
        nop ; fmul r0, ra4, r4
        nop ; fmul r1, ra5, r4
        nop ; fmul r0, r0, r2
        ftoi ra8.16a, r0 ; fmul r1, r1, r3
        ftoi ra8.16b, r1
        nop ; fmul r2, ra6, r4
        mov vpm, ra8
        fadd r2, r2, 1.0
        nop ; fmul vpm, r2, 0.5
        mov vpm, r4
        mov vpm, ra9
        mov vpm, ra10
        sig_end
        nop
        nop

row:    nop ; fmul r0, ra0, uni
        nop ; fmul r1, ra1, uni
        branch ra31
        fadd r0, r0, r1 ; fmul r1, ra2, uni
        fadd r0, r0, r1 ; fmul r1, ra3, uni
        fadd r0, r0, r1
