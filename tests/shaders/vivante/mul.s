# source: spec: rules-ng isa.xml: MUL is src0 * src1; products exact here
# run: t1 = 1.5 -2.0 0.25 1e20, t2 = 2.0 0.5 -8.0 1e20 -> t0 = 3.0 -1.0 -2.0 inf
mul t0, t1, t2, void
