# source: ieee754: the product of 1 to n
# chip: gc7000l
# run: t1.x = [1 2 3 4 5 6 10 12] -> t0.x = [1 2 6 24 120 720 3628800 479001600]
mov.s32 t0.x___, void, void, 1:u20
top:
imullo0.s32 t0.x___, t0.xxxx, t1.xxxx, void
add.s32 t1.x___, t1.xxxx, void, -1:s20
branch.gz.s32 void, t1.xxxx, void, top
