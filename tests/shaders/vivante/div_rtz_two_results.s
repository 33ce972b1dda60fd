# source: mesa: DIV has two results, whose product is the quotient src1 / src2
# chip: gc7000l
# run: t1.x = [1.0 1e+01 -7.0 1.0 0.0 5.0 1e-30 2.0], t2.x = [3.0 4.0 0.5 0.0 0.0 -2.0 1e+10 7.0] -> t3.x = [0.33333334 2.5 -14.0 inf nan -2.5 1e-40 0.2857143]
div.rtz t0.xy__, void, t1.xxxx, t2.xxxx
mul t3.x___, t0.xxxx, t0.yyyy, void
