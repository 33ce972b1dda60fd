# source: hardware: vc4asm, instructions.html, measured: Z and N are those of the result, C by the operation
# run: r0 = [0x3c6da5d7 0x1a6916c7 0x656412a9 0x27ac435a 0x11072231 0x66ceab36 0xeaff1a09 0xccea71ff 0x00000000 0xffffffff 0xffffffff 0x00000000 0xff00ff00 0x01010101 0x80808080 0x7f7f7f7f], r1 = [0x4da4f9fc 0xb8a1abcd 0x7a97c643 0x1710cf53 0x0512bd13 0x8ca59966 0x4a14876a 0xfd724452 0x00000000 0xffffffff 0x00000000 0xffffffff 0x00ff00ff 0xffffffff 0x80808080 0x81818181] -> r2 = [0 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0], r3 = [0 1 0 0 0 1 1 1 0 1 1 1 1 1 1 1], ra1 = 0
load_imm r2, 0
load_imm r3, 0
load_imm ra1, 0
nop ; v8max.sf nop, r0, r1
mov.zs r2, 1
mov.ns r3, 1
mov.cs ra1, 1
