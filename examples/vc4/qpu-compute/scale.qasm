# y = a * x + b for 64 floats: memory to VPM, VPM to registers and back, VPM to
# memory. Uniforms: address of x, address of y, a, b.
        mov nop, mutex_acq                  # the VPM's DMA is shared with other programs
# Load: 4 rows of 16 words, 64 bytes apart in memory (8 << 3), from VPM row 0.
        load_imm vr_setup, 0x83041000
        mov vr_addr, uni                    # starts the DMA
        mov r3, uni                         # where y goes, for later
        mov ra0, uni                        # a
        mov rb0, uni                        # b
        mov nop, vpm_ld_wait
# Read the 4 rows: one row is one register of 16 lanes.
        load_imm vr_setup, 0x00401a00
        nop                                 # the first value takes three instructions
        nop
        load_imm vw_setup, 0x00001a00       # and write them back in place
        mov r0, vpm_read
        mov r1, vpm_read ; fmul r0, ra0, r0
        fadd vpm, r0, rb0 ; fmul r1, ra0, r1
        mov r0, vpm_read
        fadd vpm, r1, rb0 ; fmul r0, ra0, r0
        mov r1, vpm_read
        fadd vpm, r0, rb0 ; fmul r1, ra0, r1
        fadd vpm, r1, rb0
# Store: 4 rows of 16 words from VPM row 0, consecutive in memory.
        load_imm vw_setup, 0x82104000
        mov vw_addr, r3
        mov nop, vpm_st_wait
        mov mutex_release, 0
        sem_release 0                       # y is in memory now
        sig_end
        nop
        nop
