# source: spec: rules-ng isa.xml: immediates of 20 bits; 0.5 and 2.0 are exact
# chip: gc7000l
# run: t1 = 0.25 -3.0 0.75 2.0 -> t0 = 0.125 -1.5 0.375 1.0
mul t0, t1, 0.5, void
