# source: spec: rules-ng isa.xml: MAD is src0 * src1 + src2
# run: t1 = 2.0 3.0 -1.0 0.5, t2 = 4.0 -1.0 6.0 8.0, t3 = 1.0 1.0 0.5 -4.0 -> t0 = 9.0 -2.0 -5.5 0.0
mad t0, t1, t2, t3
