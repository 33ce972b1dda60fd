# source: self: operations that neither add nor subtract ignore the mode
# run: r0 = [0x80000000 0x7fffffff 5 -5] -> ra3 = [0x80000000 0x7fffffff 5 -5]
nop ; v8min ra3.sat, r0, r0 {pack=8}
