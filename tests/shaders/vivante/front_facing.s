# source: mesa: i0.x is 1.0 for front-facing fragments
# uniform: 5.0 6.0 0.0 0.0
# run: front = [1.0 0.0] -> t0.x = [1.0 0.0], t0.y = [5.0 6.0]
mov t0.x___, void, void, i0.xxxx
select.nz t0._y__, i0.xxxx, u0.xxxx, u0.yyyy
