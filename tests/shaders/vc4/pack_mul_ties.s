# source: hardware: piglit arb_framebuffer_srgb-blit, which passes on a Raspberry Pi 3, draws 0.5/255, 1.5/255, 2.5/255 and expects 1, 2, 3
# run: r0 = [0.0019607844 0.005882353 0.009803922 0.01372549] -> r1 = [0x01010101 0x02020202 0x03030303 0x04040404]
nop ; fmul r1.8888, r0, 1.0
