# source: ieee754: correctly rounded; the precision of the board is unknown
# run: t1.x = [2.0 3.0 0.1 1e+10 1e-10 7.0 123.456 0.5] -> t0.x = [1.4142135 1.7320508 0.31622776 1e+05 1e-05 2.6457512 11.111075 0.70710677]
sqrt t0.x___, void, void, t1.xxxx
