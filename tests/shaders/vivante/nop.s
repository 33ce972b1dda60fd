# source: spec: rules-ng isa.xml: does nothing
# run: t0 = 1.0 2.0 3.0 4.0 -> t0 = 1.0 2.0 3.0 4.0
nop
nop
