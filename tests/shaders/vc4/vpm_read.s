# source: spec: Guide, section 7: values of the read that was set up, in order
# run: vpm_read = [1 2 3 4] [5 6 7 8] -> vr_setup = 0x00201a00, r0 = [1 2 3 4], r1 = [5 6 7 8]
load_imm vr_setup, 0x00201a00
nop
nop
nop
mov r0, vpm_read
mov r1, vpm_read
