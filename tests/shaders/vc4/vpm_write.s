# source: spec: Guide, section 7: values of the write that was set up, in order
# run: r0 = [1 2 3 4], r1 = lane -> vw_setup = 0x1a00, vpm = [1 2 3 4] lane
load_imm vw_setup, 0x1a00
mov vpm, r0
mov vpm, r1
