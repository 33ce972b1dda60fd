# source: ieee754: logarithm to base 2, within 1e-6: the precision of the board is unknown
# run: t1.x = [3.0 0.1 7.5 1e+10 1e+01 123.456 1e-20 0.9] -> t0.x = [1.5849625~1e-6 -3.32192807~1e-6 2.9068906~1e-6 33.2192809~1e-6 3.32192809~1e-6 6.94785316~1e-6 -66.4385619~1e-6 -0.152003132~1e-6]
log t0.x___, void, void, t1.xxxx
