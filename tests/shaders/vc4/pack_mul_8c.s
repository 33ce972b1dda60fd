# source: spec: Guide, section 3: floats of 0 to 1 to bytes; to nearest as piglit arb_framebuffer_srgb-blit passes on a Raspberry Pi 3
# run: r0 = [0.0 1.0 0.5 0.25 2.0 -1.0 0.003921569 0.49803922 inf -inf 0.99607843 0.75 0.001 0.5019608 0.999 0.1], r1 = 0x11223344 -> r1 = [0x11003344 0x11ff3344 0x11803344 0x11403344 0x11ff3344 0x11003344 0x11013344 0x117f3344 0x11ff3344 0x11003344 0x11fe3344 0x11bf3344 0x11003344 0x11803344 0x11ff3344 0x111a3344]
nop ; fmul r1.8c, r0, 1.0
