# source: spec: rules-ng isa.xml, by hand: lanes below 4 call the function twice, the others once and add 1
# uniform: 1.0 10.0 4.0 0.0
# run: t1.x = lane -> t0.x@0 = 20.0, t0.x@3 = 20.0, t0.x@4 = 11.0, t0.x@15 = 11.0
branch.lt void, t1.xxxx, u0.zzzz, other
call void, void, void, function
add t0.x___, t0.xxxx, void, u0.xxxx
branch void, void, void, end
other:
call void, void, void, function
call void, void, void, function
branch void, void, void, end
function:
add t0.x___, t0.xxxx, void, u0.yyyy
ret void, void, void, void
end:
nop void, void, void, void
