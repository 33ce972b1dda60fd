# source: mesa: the level in src1.x from HALTI5 on
# chip: gc7000l
# run: tex = [1.0 2.0] 3.0 4.0 5.0, t1 = [0.25 0.75] 0.5 0.125 2.0, t2.x = 3.5 -> at = [0.25 0.75] 0.5, lod = 3.5, t0.x = [1.0 2.0]
texldl t0, tex1.xyzw, t1, t2.xxxx, void
