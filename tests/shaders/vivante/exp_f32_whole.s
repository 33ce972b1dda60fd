# source: ieee754: whole powers of two are exact
# run: t1.x = [0.0 1.0 -1.0 10.0 23.0 -23.0 127.0 -126.0] -> t0.x = [1.0 2.0 0.5 1024.0 8388608.0 1.1920929e-07 1.7014118e+38 1.1754944e-38]
exp t0.x___, void, void, t1.xxxx
