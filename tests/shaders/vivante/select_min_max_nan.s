# source: mesa: min is SELECT.GT (b > a ? a : b), max SELECT.LT; both are b if either is a NaN
# run: t1.x = [nan 1.0 -0.0 0.0 inf -inf nan 2.0], t2.x = [1.0 nan 0.0 -0.0 -inf 3.0 nan 2.0] -> t0.x = [1.0 nan 0.0 -0.0 -inf -inf nan 2.0], t0.y = [1.0 nan 0.0 -0.0 inf 3.0 nan 2.0]
select.gt t0.x___, t1.xxxx, t2.xxxx, t1.xxxx
select.lt t0._y__, t1.xxxx, t2.xxxx, t1.xxxx
