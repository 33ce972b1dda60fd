# source: spec: rules-ng isa.xml: SIN and COS take quarter turns; the values at whole ones are exact
# run: t1.x = 1.0 -> t0.x = 1.0, t2.x = 0.0
# run: t1.x = 2.0 -> t2.x = -1.0
# run: t1.x = 3.0 -> t0.x = -1.0, t2.x = 0.0
sin t0.x___, void, void, t1.xxxx
cos t2.x___, void, void, |t1.xxxx|
