# source: spec: Guide, section 7: either ALU may write
# run: r0 = [1.5 2.5] -> vpm = [3.0 5.0]
nop ; fmul vpm, r0, 2.0
