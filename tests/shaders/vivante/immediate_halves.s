# source: ieee754: binary16 constants are exact in binary32
# chip: gc7000l
# run: t1.x = 2.0 -> t0 = 3.0 -0.5 131008.0 1.1920929e-07
mul t0.x___, t1.xxxx, 1.5:f16, void
mul t0._y__, t1.xxxx, -0.25:f16, void
mul t0.__z_, t1.xxxx, 65504.0:f16, void
mul t0.___w, t1.xxxx, 5.9604645e-8:f16, void
