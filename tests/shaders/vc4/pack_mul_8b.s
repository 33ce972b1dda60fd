# source: spec: Guide, section 3: floats of 0 to 1 to bytes; to nearest as piglit arb_framebuffer_srgb-blit passes on a Raspberry Pi 3
# run: r0 = [0.0 1.0 0.5 0.25 2.0 -1.0 0.003921569 0.49803922 inf -inf 0.99607843 0.75 0.001 0.5019608 0.999 0.1], r1 = 0x11223344 -> r1 = [0x11220044 0x1122ff44 0x11228044 0x11224044 0x1122ff44 0x11220044 0x11220144 0x11227f44 0x1122ff44 0x11220044 0x1122fe44 0x1122bf44 0x11220044 0x11228044 0x1122ff44 0x11221a44]
nop ; fmul r1.8b, r0, 1.0
