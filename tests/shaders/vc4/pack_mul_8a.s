# source: spec: Guide, section 3: floats of 0 to 1 to bytes; to nearest as piglit arb_framebuffer_srgb-blit passes on a Raspberry Pi 3
# run: r0 = [0.0 1.0 0.5 0.25 2.0 -1.0 0.003921569 0.49803922 inf -inf 0.99607843 0.75 0.001 0.5019608 0.999 0.1], r1 = 0x11223344 -> r1 = [0x11223300 0x112233ff 0x11223380 0x11223340 0x112233ff 0x11223300 0x11223301 0x1122337f 0x112233ff 0x11223300 0x112233fe 0x112233bf 0x11223300 0x11223380 0x112233ff 0x1122331a]
nop ; fmul r1.8a, r0, 1.0
