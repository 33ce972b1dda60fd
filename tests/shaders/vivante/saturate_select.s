# source: spec: rules-ng isa.xml: the result is clamped
# run: t1.x = [1.0 -1.0], t2.x = 3.0, t3.x = -3.0 -> t0.x = [1.0 0.0], t0.y = 1.0, t0.z = [1.0 0.0]
select.gz.sat t0.x___, t1.xxxx, t2.xxxx, t3.xxxx
set.sat t0._y__, t1.xxxx, t2.xxxx, void
mov.sat t0.__z_, void, void, t1.xxxx
