# source: hardware: vc4asm, instructions.html, measured: Z and N are those of the result, C by the operation
# run: r0 = [0 1 -1 5 0x12345678 0x55555555 100 0xffff 0x7fffffff 0x80000000 0x80000000 0x7fffffff -1 0 1 1] -> r2 = [0 0 1 0 0 0 0 0 0 1 1 0 1 0 0 0], r3 = 0, ra1 = 0
load_imm r2, 0
load_imm r3, 0
load_imm ra1, 0
clz.sf nop, r0
mov.zs r2, 1
mov.ns r3, 1
mov.cs ra1, 1
