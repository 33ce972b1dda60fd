# source: spec: rules-ng isa.xml: DP2, DP3 and DP4 write the sum of products to every component
# run: t1 = 1.0 2.0 3.0 4.0, t2 = 5.0 -6.0 7.0 0.5 -> t3 = -7.0 -7.0 -7.0 -7.0, t4 = 14.0 14.0 14.0 14.0, t5 = 16.0 16.0 16.0 16.0
dp2 t3, t1, t2, void
dp3 t4, t1, t2, void
dp4 t5, t1, t2, void
