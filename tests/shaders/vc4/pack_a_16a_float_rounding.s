# source: ieee754: binary16, to nearest, ties to even; the rounding of the board is within its tolerance (py-videocore)
# run: r0 = [1.0004883 1.0014648 1.0004883 1.0004882 65519.0 2047.9375 0.1 -0.1] -> ra2 = [0x11223c00 0x11223c02 0x11223c00 0x11223c00 0x11227bff 0x11226800 0x11222e66 0x1122ae66]
load_imm ra2, 0x11223344
fmin ra2.16a, r0, r0
