# source: spec: Guide, section 3: floats of 0 to 1 to bytes; to nearest as piglit arb_framebuffer_srgb-blit passes on a Raspberry Pi 3
# run: r0 = [0.0 1.0 0.5 0.25 2.0 -1.0 0.003921569 0.49803922 inf -inf 0.99607843 0.75 0.001 0.5019608 0.999 0.1], r1 = 0x11223344 -> r1 = [0x00000000 0xffffffff 0x80808080 0x40404040 0xffffffff 0x00000000 0x01010101 0x7f7f7f7f 0xffffffff 0x00000000 0xfefefefe 0xbfbfbfbf 0x00000000 0x80808080 0xffffffff 0x1a1a1a1a]
nop ; fmul r1.8888, r0, 1.0
