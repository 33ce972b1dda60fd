# source: mesa: src2 is the reference of a shadow sampler
# chip: gc7000l
# run: tex = [1.0 2.0] 3.0 4.0 5.0, t1 = [0.25 0.75] 0.5 0.125 2.0, t2.x = 0.5 -> at = [0.25 0.75], reference = 0.5, t0 = [1.0 2.0] 3.0 4.0 5.0
texld t0, tex0.xyzw, t1, void, t2.xxxx
