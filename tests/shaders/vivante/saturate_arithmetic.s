# source: spec: rules-ng isa.xml: the result is clamped
# run: t1 = 0.75 2.0 -3.0 0.5, t2 = 0.5 0.25 1.0 1.0 -> t3 = 1.0 1.0 0.0 1.0, t4 = 0.375 0.5 0.0 0.5, t5.x = 0.0, t6 = 0.875 0.75 0.0 1.0
add.sat t3, t1, void, t2
mul.sat t4, t1, t2, void
dp4.sat t5.x___, t1, t2, void
mad.sat t6, t1, t2, t2
