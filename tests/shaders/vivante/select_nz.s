# source: spec: rules-ng isa.xml: src1 where the condition holds for src0, else src2; IEEE 754 for NaNs; denormals are zeros (piglit fs-underflow-mul-compare-zero passes on a GC2000)
# run: t1.x = [1.0 2.0 2.0 -0.0 0.0 inf -inf nan 1.0 nan 1e-40 -1e-40 -1.0 3.0 0.0 -2.0], t2.x = 5.0, t3.x = 6.0 -> t0.x = [5.0 5.0 5.0 6.0 6.0 5.0 5.0 5.0 5.0 5.0 6.0 6.0 5.0 5.0 6.0 5.0]
select.nz t0.x___, t1.xxxx, t2.xxxx, t3.xxxx
