# source: spec: rules-ng isa.xml: of the modified source
# run: t1.x = [1.0 -4.0 2.0 -10.0] -> t0.x = [5.0 5.0 12.0 12.0], t0.y = [3.0 3.0 8.0 8.0]
dsx t0.x___, -t1.xxxx, void, t1.xxxx
dsx t0._y__, |t1.xxxx|, void, t1.xxxx
