# source: hardware: vc4asm addendum: denormals are truncated to 0 (of halves by analogy, quirk half_denormals)
# run: r0 = [6.1035156e-05 6.097555e-05 3.0517578e-05 5.9604645e-08 -5.9604645e-08 -3.0517578e-05 1e-10 -6.1035156e-05] -> ra2 = [0x11220400 0x11220000 0x11220000 0x11220000 0x11228000 0x11228000 0x11220000 0x11228400]
load_imm ra2, 0x11223344
fmin ra2.16a, r0, r0
