# source: spec: rules-ng isa.xml
# run: t1.x = -2.0, t2.x = 3.0, t3.x = -1.0 -> t0.x = -7.0, t0.y = 5.0
mad t0.x___, |t1.xxxx|, -t2.xxxx, t3.xxxx
mad t0._y__, t1.xxxx, -|t2.xxxx|, -|t3.xxxx|
