# source: spec: rules-ng isa.xml: the difference along y in the quad
# run: t1 = [1.0 4.0 2.0 10.0] [0.5 0.5 -1.0 -3.0] [-0.0 0.0 1e20 -1e20] lane -> t0 = [1.0 6.0 1.0 6.0] [-1.5 -3.5 -1.5 -3.5] [1e20 -1e20 1e20 -1e20] 2.0
dsy t0, t1, void, t1
