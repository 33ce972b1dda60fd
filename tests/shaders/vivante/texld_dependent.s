# source: mesa: coordinates computed before
# run: tex = [1.0 2.0] 3.0 4.0 5.0, t1 = [0.25 0.75] 0.5 0.125 2.0 -> at = [0.5 1.5], t0.x = [1.0 2.0]
add t1.x___, t1.xxxx, void, t1.xxxx
texld t0.x___, tex0.xyzw, t1, void, void
