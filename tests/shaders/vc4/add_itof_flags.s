# source: hardware: vc4asm, instructions.html, measured: Z and N are those of the result, C by the operation
# run: r0 = [0 1 -1 2 -2 100 -100 0x7fff 0x10000 0xfffeffff 0x1000000 0xff000000 0xbc614e -1000 255 3] -> r2 = [1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0], r3 = [0 0 1 0 1 0 1 0 0 1 0 1 0 1 0 0], ra1 = 0
load_imm r2, 0
load_imm r3, 0
load_imm ra1, 0
itof.sf nop, r0
mov.zs r2, 1
mov.ns r3, 1
mov.cs ra1, 1
