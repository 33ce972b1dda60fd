# source: ieee754: squares of whole numbers have exact roots
# run: t1.x = 16.0 -> t0.x = 0.25, t2.x = 4.0
# run: t1.x = 0.0 -> t0.x = inf, t2.x = 0.0
# run: t1.x = inf -> t0.x = 0.0, t2.x = inf
rsq t0.x___, void, void, t1.xxxx
sqrt t2.x___, void, void, t1.xxxx
