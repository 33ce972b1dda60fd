# source: mesa: the level in src0.w before HALTI5
# run: tex = [1.0 2.0] 3.0 4.0 5.0, t1 = [0.25 0.75] 0.5 0.125 2.0 -> at = [0.25 0.75] 0.5, lod = 2.0, sampler = 2, t0.x = [1.0 2.0]
texldl t0, tex2.xyzw, t1, void, void
