# source: hardware: vc4asm, instructions.html, measured: Z and N are those of the result, C by the operation
# run: r0 = [1.5 -2.0 0.25 1e+02 3.0 1e+06 -8.5 0.125 -0.0 0.0 1.1754942e-38 1e-45 -1.1754942e-38 1.1754944e-38 1.1754945e-38 3.4028235e+38], r1 = [2.5 2.0 -0.5 0.5 -7.0 1.0 -8.5 1024.0 -0.0 -0.0 0.0 1e-45 1.1754944e-38 -1.1754944e-38 -1.1754944e-38 1.0] -> r2 = [0 0 0 0 0 0 0 0 1 1 1 1 0 0 0 0], r3 = 0, ra1 = [0 0 0 1 0 1 0 0 0 0 0 0 0 0 1 1]
load_imm r2, 0
load_imm r3, 0
load_imm ra1, 0
fmaxabs.sf nop, r0, r1
mov.zs r2, 1
mov.ns r3, 1
mov.cs ra1, 1
