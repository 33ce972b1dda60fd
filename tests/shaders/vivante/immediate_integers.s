# source: mesa: immediates of 20 bits, signed and unsigned
# chip: gc7000l
# run: t1.x = 10 -> t0 = 9 15 1048585 -524278
add.s32 t0.x___, t1.xxxx, void, -1:s20
add.s32 t0._y__, t1.xxxx, void, 5:u20
add.u32 t0.__z_, t1.xxxx, void, 0xfffff:u20
add.s32 t0.___w, t1.xxxx, void, -524288:s20
