# source: spec: Guide, section 3: the mul pack applies to any destination
# run: r0 = 1.0, ra2 = 0, rb2 = 0x11223344 -> ra2 = 0xff000000, rb2 = 0x1122ff44
nop ; fmul ra2.8dsf, r0, 1.0
nop ; fmul rb2.8b, r0, 1.0
