# source: mesa: minimum and maximum by SELECT: src2 where src1 COND src0, else src1
# run: t1.x = [1.0 2.0 2.0 -0.0 0.0 inf -inf nan 1.0 nan 1e-40 -1e-40 -1.0 3.0 0.0 -2.0], t2.x = [2.0 1.0 2.0 0.0 -0.0 inf inf 1.0 nan nan 0.0 1e-45 1.0 -3.0 -5.0 -1.0], t3.x = 6.0 -> t0.x = [6.0 1.0 2.0 0.0 -0.0 inf 6.0 1.0 nan nan 0.0 1e-45 6.0 -3.0 -5.0 6.0]
select.gt t0.x___, t1.xxxx, t2.xxxx, t3.xxxx
