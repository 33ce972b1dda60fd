# source: ieee754: a matrix times a vector by MUL and MAD, as Mesa emits it
# uniform: 0.0 1.0 2.0 3.0
# uniform: 4.0 5.0 6.0 7.0
# uniform: 8.0 9.0 10.0 11.0
# uniform: 12.0 13.0 14.0 15.0
# run: t1 = [1.0 2.0] 2.0 3.0 1.0 -> t0 = 44.0 [51.0 52.0] [58.0 60.0] [65.0 68.0]
mul t0, u0, t1.xxxx, void
mad t0, u1, t1.yyyy, t0
mad t0, u2, t1.zzzz, t0
mad t0, u3, t1.wwww, t0
