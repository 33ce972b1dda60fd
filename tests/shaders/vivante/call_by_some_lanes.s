# source: spec: rules-ng isa.xml: each lane has its own return addresses
# uniform: 1.0 10.0 0.5 8.0
# run: t1.x = lane -> t0.x = [0.0 10.0 0.0 10.0 0.0 10.0 0.0 10.0 1.0 11.0 1.0 11.0 1.0 11.0 1.0 11.0]
frc t2.x___, void, void, t3.xxxx
mul t2.x___, t1.xxxx, u0.zzzz, void
frc t2.x___, void, void, t2.xxxx
branch.lez void, t2.xxxx, void, even
call function
even:
branch.lt void, t1.xxxx, u0.wwww, end
add t0.x___, t0.xxxx, void, u0.xxxx
branch end
function:
add t0.x___, t0.xxxx, void, u0.yyyy
ret
end:
nop
