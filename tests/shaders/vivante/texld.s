# source: mesa: coordinates in src0; the texel goes to the destination
# run: tex = [1.0 2.0] 3.0 4.0 5.0, t1 = [0.25 0.75] 0.5 0.125 2.0 -> at = [0.25 0.75] 0.5 0.125 2.0, sampler = 3, t0 = [1.0 2.0] 3.0 4.0 5.0
texld t0, tex3.xyzw, t1, void, void
