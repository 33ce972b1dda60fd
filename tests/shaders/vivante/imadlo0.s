# source: ieee754: two's complement by definition: the low 32 bits
# chip: gc7000l
# run: t1.x = [0 1 -1 5 0x12345678 0x55555555 0x7fffffff 0x80000000 0x80000000 0xffff 0x7fffffff 7 0xf4240 -1 0xf0f0f0f0 0xdeadbeef], t2.x = [0 2 1 -1 0x9abcdef0 0xaaaaaaaa 1 -1 0x80000000 0x10000 0x7fffffff 7 0xf423f -1 0xff00ff0 16], t5.x = 77 -> t0.x = [77 79 76 72 0x242d20cd 0x71c71cbf 0x8000004c 0x8000004d 77 0xffff004d 78 126 0xd495ce0d 78 0xf0fff14d 0xeadbef3d], t3.x = [77 79 76 72 0x242d20cd 0x71c71cbf 0x8000004c 0x8000004d 77 0xffff004d 78 126 0xd495ce0d 78 0xf0fff14d 0xeadbef3d], t4.x = [77 79 76 72 0x242d20cd 0x71c71cbf 0x8000004c 0x8000004d 77 0xffff004d 78 126 0xd495ce0d 78 0xf0fff14d 0xeadbef3d]
imadlo0.s32 t0.x___, t1.xxxx, t2.xxxx, t5.xxxx
imadlo0.u32 t3.x___, t1.xxxx, t2.xxxx, t5.xxxx
imadlo0 t4.x___, t1.xxxx, t2.xxxx, t5.xxxx
