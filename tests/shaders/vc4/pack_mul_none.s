# source: spec: Guide, section 3: no pack of the mul result
# run: r0 = [0.5 -2.0], r3 = 3.0 -> r1 = [1.5 -6.0], ra1 = [1.5 -6.0]
nop ; fmul r1, r0, r3 {pm=1}
nop ; fmul ra1, r0, r3 {pm=1}
