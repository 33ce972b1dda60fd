# source: spec: rules-ng isa.xml: ADD is src0 + src2; IEEE 754 binary32, sums exact here
# run: t1 = 1.5 -2.0 0.25 100.0, t2 = 2.5 2.0 -0.5 0.5 -> t0 = 4.0 0.0 -0.25 100.5
# run: t1 = inf 1.0 -0.0 16777216.0, t2 = 1.0 -inf -0.0 1.0 -> t0 = inf -inf -0.0 16777216.0
add t0, t1, void, t2
