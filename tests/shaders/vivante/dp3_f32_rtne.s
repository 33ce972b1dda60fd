# source: ieee754: each step rounded as the instruction says, from x on
# chip: gc7000l
# run: t1 = 0.1 0.3 0.33333334 0.7, t2 = 0.7 -0.9 0.14285715 1.1 -> t0.x = -0.15238097
dp3.rtne t0.x___, t1, t2, void
