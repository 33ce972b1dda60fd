# source: self: saturation by analogy with integers: no infinity
# run: r0 = [6.552e+04 1e+10 inf -6.552e+04 -inf -1e+10 65519.0 7e+04] -> ra2 = [0x7bff3344 0x7bff3344 0x7bff3344 0xfbff3344 0xfbff3344 0xfbff3344 0x7bff3344 0x7bff3344]
load_imm ra2, 0x11223344
fmin ra2.16b.sat, r0, r0
