# source: ieee754: binary16, overflow to infinity
# run: r0 = [6.552e+04 1e+10 inf -6.552e+04 -inf -1e+10 65519.0 7e+04] -> ra2 = [0x11227c00 0x11227c00 0x11227c00 0x1122fc00 0x1122fc00 0x1122fc00 0x11227bff 0x11227c00]
load_imm ra2, 0x11223344
fmin ra2.16a, r0, r0
