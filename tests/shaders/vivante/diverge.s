# source: spec: rules-ng isa.xml, by hand: lanes below 5 add 1 and 20, lanes below 9 add 1 and 10, the others 100
# uniform: 1.0 5.0 9.0 0.0
# uniform: 10.0 20.0 100.0 0.0
# run: t1.x = lane -> t0.x@0 = 21.0, t0.x@4 = 21.0, t0.x@5 = 11.0, t0.x@8 = 11.0, t0.x@9 = 100.0, t0.x@15 = 100.0
branch.ge void, t1.xxxx, u0.zzzz, high
add t0.x___, t0.xxxx, void, u0.xxxx
branch.lt void, t1.xxxx, u0.yyyy, low
add t0.x___, t0.xxxx, void, u1.xxxx
branch void, void, void, end
low:
add t0.x___, t0.xxxx, void, u1.yyyy
branch void, void, void, end
high:
add t0.x___, t0.xxxx, void, u1.zzzz
end:
nop void, void, void, void
