# source: spec: rules-ng isa.xml: a.x is added to the number of the sampler
# chip: gc7000l
# run: tex = [1.0 2.0] 3.0 4.0 5.0, t1 = [0.25 0.75] 0.5 0.125 2.0, t2.x = [0 1 2 3] -> sampler = [1 2 3 4], t0.x = [1.0 2.0]
movai a0.x___, void, void, t2.xxxx
texld t0.x___, tex1[a.x].xyzw, t1, void, void
