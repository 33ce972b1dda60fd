# source: spec: rules-ng isa.xml: the dot product goes to every enabled component
# run: t1 = [1.5 0.0 2.0 1e+02] [-2.0 1.0 2.0 -0.25] [3.0 -1.0 2.0 7.0] [0.5 8.0 2.0 -3.0], t2 = [2.0 5.0 0.5 0.5] [4.0 6.0 -0.5 4.0] [-1.0 7.0 0.25 1.0] [8.0 0.125 -0.25 3.0] -> t0.y = [-4.0 0.0 0.0 47.0], t0.x = 0.0, t0.z = 0.0, t0.w = [-4.0 0.0 0.0 47.0]
dp4 t0._y_w, t1, t2, void
