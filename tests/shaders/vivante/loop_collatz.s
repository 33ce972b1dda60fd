# source: ieee754: the number of steps to 1, computed apart
# uniform: 1.0 3.0 0.5 0.0
# run: t1.x = [1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0 9.0 1e+01 11.0 12.0 13.0 14.0 15.0 27.0] -> t0.x = [0.0 1.0 7.0 2.0 5.0 8.0 16.0 3.0 19.0 6.0 14.0 9.0 9.0 17.0 17.0 111.0]
top:
branch.le void, t1.xxxx, u0.xxxx, end
add t0.x___, t0.xxxx, void, u0.xxxx
mul t2.x___, t1.xxxx, u0.zzzz, void
frc t3.x___, void, void, t2.xxxx
branch.gz void, t3.xxxx, void, odd
mov t1.x___, void, void, t2.xxxx
branch top
odd:
mad t1.x___, t1.xxxx, u0.yyyy, u0.xxxx
branch top
end:
nop
