# source: spec: rules-ng isa.xml: a negated source is -src
# run: t1 = 1.5 -2.0 0.25 100.0, t2 = 2.5 2.0 -0.5 0.5 -> t0 = -1.0 -4.0 0.75 99.5
add t0, t1, void, -t2
