# Passes on the seven rows of a vertex in coordinate shader format.
load_imm vr_setup, nop, 0x00701a00    # read 7 rows of 32 bits, horizontally, from row 0
nop
nop
nop
mov ra0, vpm
mov ra1, vpm
mov ra2, vpm
mov ra3, vpm
mov ra4, vpm
mov ra5, vpm
mov ra6, vpm
load_imm nop, vw_setup, 0x00001a00    # write rows of 32 bits, horizontally, from row 0
mov vpm, ra0
mov vpm, ra1
mov vpm, ra2
mov vpm, ra3
mov vpm, ra4
mov vpm, ra5
mov vpm, ra6
sig_end
nop
nop
