# source: spec: rules-ng isa.xml: calls return to the instruction after them
# uniform: 1.0 5.0 0.0 0.0
# run: t1.x = 1.0 -> t1.x = 25.0
call first
add t1.x___, t1.xxxx, void, t1.xxxx
add t1.x___, t1.xxxx, void, u0.xxxx
branch end
first:
add t1.x___, t1.xxxx, void, u0.xxxx
call second
call second
ret
second:
add t1.x___, t1.xxxx, void, u0.yyyy
ret
end:
nop
