# source: ieee754: n * m by counting
# uniform: 1.0 0.0 0.0 0.0
# run: t1.x = [1.0 2.0 3.0 4.0], t2.x = 5.0 -> t0.x = [5.0 10.0 15.0 20.0]
# run: t1.x = 3.0, t2.x = lane, t2.x@0 = 1.0 -> t0.x = [3.0 3.0 6.0 9.0 12.0 15.0 18.0 21.0 24.0 27.0 30.0 33.0 36.0 39.0 42.0 45.0]
outer:
mov t3.x___, void, void, t2.xxxx
inner:
add t0.x___, t0.xxxx, void, u0.xxxx
add t3.x___, t3.xxxx, void, -u0.xxxx
branch.gz void, t3.xxxx, void, inner
add t1.x___, t1.xxxx, void, -u0.xxxx
branch.gz void, t1.xxxx, void, outer
