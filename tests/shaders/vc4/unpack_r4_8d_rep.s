# source: spec: Guide, section 3: the highest byte to all bytes, as bits
# run: load_tmu0 = [0x3f800000 0x40123456 0x00ffffff 0xc0000000] -> r1 = [0x3f3f3f3f 0x40404040 0 0xc0c0c0c0]
load_tmu0 nop
mov r1, r4.8d_rep
