# source: spec: Guide, section 7: setup, start, wait
# run: r0 = 0x4000 -> vr_setup = 0x80104000, vr_addr = 0x4000, vpm_ld_wait = 0
load_imm vr_setup, 0x80104000
mov vr_addr, r0
mov nop, vpm_ld_wait
