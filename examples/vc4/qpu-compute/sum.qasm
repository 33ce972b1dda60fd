# The sum of the results of scale.qasm. It waits for that program on a semaphore, so
# the two may start in either order. Uniforms: address of y, address of the sum.
        sem_acquire 0
        mov nop, mutex_acq
# Load the 4 rows to VPM rows 4 to 7, after those of the other program.
        load_imm vr_setup, 0x83041040
        mov vr_addr, uni
        mov nop, vpm_ld_wait
        load_imm vr_setup, 0x00401a04
        nop
        nop
        nop
        mov r0, vpm_read
        mov r1, vpm_read
        fadd r0, r0, r1
        mov r1, vpm_read
        fadd r0, r0, r1
        mov r1, vpm_read
        fadd r0, r0, r1                     # sixteen sums of four
# Reduce the lanes: rotate by half of the remaining count and add.
        nop                                 # a rotation must not follow the write
        nop ; mov r1, r0+8
        fadd r0, r0, r1
        nop
        nop ; mov r1, r0+4
        fadd r0, r0, r1
        nop
        nop ; mov r1, r0+2
        fadd r0, r0, r1
        nop
        nop ; mov r1, r0+1
        fadd r0, r0, r1                     # every lane has the sum of all
# Store one word: 1 row of 1 word from VPM row 4.
        load_imm vw_setup, 0x00001a04
        mov vpm, r0
        load_imm vw_setup, 0x80814200
        mov vw_addr, uni
        mov nop, vpm_st_wait
        mov mutex_release, 0
        mov host_int, 1                     # tells the host that the result is there
        sig_end
        nop
        nop
