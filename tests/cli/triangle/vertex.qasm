# Passes on the six rows of a vertex in vertex shader format: screen position, depth, 1/w, red, green, blue.
load_imm vr_setup, nop, 0x00601a00    # read 6 rows
nop
nop
nop
mov ra0, vpm
mov ra1, vpm
mov ra2, vpm
mov ra3, vpm
mov ra4, vpm
mov ra5, vpm
load_imm nop, vw_setup, 0x00001a00
mov vpm, ra0
mov vpm, ra1
mov vpm, ra2
mov vpm, ra3
mov vpm, ra4
mov vpm, ra5
sig_end
nop
nop
