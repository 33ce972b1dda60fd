# source: spec: Guide, section 7: setup, start, wait
# run: r0 = 0x4000 -> vw_setup = 0x80904000, vw_addr = 0x4000, vpm_st_wait = 0
load_imm vw_setup, 0x80904000
mov vw_addr, r0
mov nop, vpm_st_wait
