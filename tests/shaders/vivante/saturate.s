# source: spec: rules-ng isa.xml: SAT clamps the result to 0 .. 1
# run: t1 = 0.25 -3.0 1.0 2.0, t2 = 0.5 1.0 0.5 -inf -> t0 = 0.75 0.0 1.0 0.0
add.sat t0, t1, void, t2
