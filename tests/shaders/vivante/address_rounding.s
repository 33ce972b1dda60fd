# source: self: addresses are rounded down (quirk address_rounding)
# run: t1.x = [0.9 1.5 2.999 -0.5], t1.y = 1.0, t2.x = 12.0, t3.x = 13.0, t4.x = 14.0, t5.x = 15.0 -> t0.x = [13.0 14.0 15.0 12.0]
movar a0.x___, void, void, t1.xxxx
mov t0.x___, void, void, t3[a.x].xxxx
