# source: ieee754: no sine of an infinity
# run: t1.x = [inf -inf nan 0.0] -> t0.x = [nan nan nan 0.0], t0.y = [nan nan nan 1.0]
sin t0.x___, void, void, t1.xxxx
cos t0._y__, void, void, t1.xxxx
