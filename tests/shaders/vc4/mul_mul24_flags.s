# source: hardware: vc4asm, instructions.html, measured: Z and N are those of the result, C by the operation
# run: r0 = [4095 4096 4097 0xffffff 0xffffff 0 0x10000 0x8000 0x800000 0x800000 0xffffff -1 3 3 0x1000000 1], r1 = [4096 4096 4095 1 2 5 0x8000 0x10000 256 512 0xffffff -1 0x555555 0x555556 9 1] -> r2 = [0 0 0 0 0 1 0 0 0 1 0 0 0 0 1 0], r3 = [0 0 0 0 0 0 1 1 1 0 1 1 0 0 0 0], ra1 = [0 1 0 0 1 0 1 1 1 1 1 1 0 1 0 0]
load_imm r2, 0
load_imm r3, 0
load_imm ra1, 0
nop ; mul24.sf nop, r0, r1
mov.zs r2, 1
mov.ns r3, 1
mov.cs ra1, 1
