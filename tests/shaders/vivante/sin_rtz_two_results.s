# source: mesa: SIN of newer chips takes half turns and has two results, whose product is the sine
# chip: gc7000l
# run: t1.x = [0.25 0.5 0.75 1.25 -0.25 -0.5 2.5 3.7] -> t2.x = [0.707106781~1e-6 1~1e-6 0.707106781~1e-6 -0.707106781~1e-6 -0.707106781~1e-6 -1~1e-6 1~1e-6 -0.809016906~1e-6]
sin.rtz t0.xy__, void, void, t1.xxxx
mul t2.x___, t0.xxxx, t0.yyyy, void
