# Red, green and blue are the three varyings; the frame buffer holds alpha, red, green, blue from the top bits down.
nop ; fmul r0, vary, ra15             # ra15 is W
fadd r0, r0, r5                       # r5 is the constant part of the varying that was read last
nop ; fmul r1, vary, ra15
fadd r1, r1, r5
nop ; fmul r2, vary, ra15
fadd r2, r2, r5
load_imm r3, nop, 0xff000000
nop ; fmul r3.8c, r0, 1.0             # byte 2
nop ; fmul r3.8b, r1, 1.0
nop ; fmul r3.8a, r2, 1.0
sig_unlock_score mov tlb_color_all, r3
sig_end
nop
nop
