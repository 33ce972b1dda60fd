# source: ieee754: two's complement and unsigned integers
# chip: gc7000l
# uniform: 1 2 0 0
# run: t1.x = [1 2 2 0 -1 0 0x80000000 0x7fffffff 5 -5 -1 0 0x80000000 1 0x40000000 3], t2.x = [2 1 2 0 0 -1 0x7fffffff 0x80000000 -5 5 -1 1 0 0 0xc0000000 3] -> t0.x = [2 2 2 1 2 1 2 2 2 2 2 1 2 2 2 2]
branch.nz.s32 void, t1.xxxx, t2.xxxx, taken
mov t0.x___, void, void, u0.xxxx
branch end
taken:
mov t0.x___, void, void, u0.yyyy
end:
nop
