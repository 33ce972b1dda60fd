# source: spec: rules-ng isa.xml: the difference along x in the quad; lanes are (x, y), (x+1, y), (x, y+1), (x+1, y+1)
# run: t1 = [1.0 4.0 2.0 10.0] [0.5 0.5 -1.0 -3.0] [-0.0 0.0 1e20 -1e20] lane -> t0 = [3.0 3.0 8.0 8.0] [0.0 0.0 -2.0 -2.0] [0.0 0.0 -2e20 -2e20] 1.0
dsx t0, t1, void, t1
