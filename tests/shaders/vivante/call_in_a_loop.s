# source: ieee754: n times 3
# uniform: 1.0 3.0 0.0 0.0
# run: t1.x = [1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0] -> t0.x = [3.0 6.0 9.0 12.0 15.0 18.0 21.0 24.0]
top:
call function
add t1.x___, t1.xxxx, void, -u0.xxxx
branch.gz void, t1.xxxx, void, top
branch end
function:
add t0.x___, t0.xxxx, void, u0.yyyy
ret
end:
nop
