# source: mesa: Mesa takes the minimum for SELECT.GT (b > a ? a : b) and the maximum for SELECT.LT
# run: t1 = 1.0 5.0 -2.0 0.5, t2 = 2.0 3.0 -3.0 0.5 -> t3 = 1.0 3.0 -3.0 0.5, t4 = 2.0 5.0 -2.0 0.5
select.gt t3, t1, t2, t1
select.lt t4, t1, t2, t1
