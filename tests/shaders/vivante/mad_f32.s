# source: ieee754: products and sums that need no rounding
# run: t1.x = [2.0 3.0 -1.0 0.5 0.0 -2.5 1.0 2.0], t2.x = [4.0 -1.0 6.0 8.0 5.0 -2.5 1.0 4.0], t3.x = [1.0 1.0 0.5 -4.0 7.0 0.75 -1.0 1.0] -> t0.x = [9.0 -2.0 -5.5 0.0 7.0 7.0 0.0 9.0]
mad t0.x___, t1.xxxx, t2.xxxx, t3.xxxx
