# source: mesa: pow(a, b) is EXP(b * LOG(a))
# run: t1.x = [2.0 4.0 9.0 0.25], t1.y = [3.0 0.5 0.5 -1.0] -> t0.x = [8.0~1e-6 2.0~1e-6 3.0~1e-6 4.0~1e-6]
log t2.x___, void, void, t1.xxxx
mul t2.x___, t2.xxxx, t1.yyyy, void
exp t0.x___, void, void, t2.xxxx
