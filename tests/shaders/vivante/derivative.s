# source: spec: rules-ng isa.xml: DSX and DSY are differences inside the quad; lanes 0 to 3 are (x, y), (x+1, y), (x, y+1), (x+1, y+1)
# run: t1.x = lane -> t0.x = 1.0, t0.y = 2.0
dsx t0.x___, t1.xxxx, void, t1.xxxx
dsy t0._y__, t1.xxxx, void, t1.xxxx
