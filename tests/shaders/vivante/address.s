# source: spec: rules-ng isa.xml, by hand: t[1 + a0.x], the register chosen by each lane
# uniform: 1.0 0.0 0.0 0.0
# run: t1.x = 10.0, t2.x = 20.0, t5.x = 1.0, t5.x@3 = 0.0 -> t0.x@0 = 20.0, t0.x@3 = 10.0, t0.x@15 = 20.0
movar a0.x___, void, void, t5.xxxx
mov t0.x___, void, void, t1[a.x].xxxx
