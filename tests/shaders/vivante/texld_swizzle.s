# source: spec: rules-ng isa.xml: swizzles of the texel and of the coordinates, and the mask
# run: tex = [1.0 2.0] 3.0 4.0 5.0, t1 = [0.25 0.75] 0.5 0.125 2.0, t0 = 9.0 9.0 9.0 9.0 -> at = 2.0 0.125 0.5 [0.25 0.75], t0 = 5.0 9.0 3.0 9.0
texld t0.x_z_, tex0.wzyx, t1.wzyx, void, void
