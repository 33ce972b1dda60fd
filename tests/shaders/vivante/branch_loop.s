# source: spec: rules-ng isa.xml: branch on a condition; a loop of different turns, left in two ways
# uniform: 1.0 2.0 3.0 0.0
# run: t1 = [0.0 1.0 2.0 3.0 4.0 5.0 6.0 7.0 100.0 100.0 100.0 100.0 2.0 3.0 4.0 9.0] [5.0 5.0 5.0 5.0 5.0 5.0 5.0 5.0 1.0 2.0 3.0 20.0 1.0 2.0 50.0 9.0] 0.0 0.0 -> t0.x = [0.0 1.0 2.0 4.0 6.0 6.0 6.0 6.0 1.0 2.0 4.0 20.0 1.0 2.0 6.0 10.0], t0.y = [1.0 2.0 3.0 4.0 4.0 4.0 4.0 4.0 1.0 2.0 3.0 11.0 1.0 2.0 5.0 6.0], t0.z = [1.0 1.0 1.0 1.0 2.0 2.0 2.0 2.0 2.0 2.0 2.0 2.0 2.0 2.0 1.0 2.0]
mov t0, void, void, u0.wwww
top:
add t0._y__, t0.yyyy, void, u0.xxxx
branch.gt void, t0.yyyy, t1.xxxx, done
branch.lt void, t0.yyyy, u0.zzzz, small
add t0.x___, t0.xxxx, void, u0.yyyy
branch void, void, void, next
small:
add t0.x___, t0.xxxx, void, u0.xxxx
next:
branch.lt void, t0.xxxx, t1.yyyy, top
mov t0.__z_, void, void, u0.yyyy
branch void, void, void, end
done:
mov t0.__z_, void, void, u0.xxxx
end:
nop
