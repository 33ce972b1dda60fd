# source: hardware: vc4asm, instructions.html, measured: Z and N are those of the result, C by the operation
# run: r0 = [0.0 1.0 -1.0 1.5 -1.5 0.99999994 -0.99999994 2.7 2.1474835e+09 -2.1474836e+09 8388609.0 1.1754942e-38 -1e-45 -0.0 0.49999997 1e-30] -> r2 = [1 0 0 0 0 1 1 0 0 0 0 1 1 1 1 1], r3 = [0 0 1 0 1 0 0 0 0 1 0 0 0 0 0 0], ra1 = 0
load_imm r2, 0
load_imm r3, 0
load_imm ra1, 0
ftoi.sf nop, r0
mov.zs r2, 1
mov.ns r3, 1
mov.cs ra1, 1
