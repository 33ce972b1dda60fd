# source: spec: Guide, section 3: the result of the operation is rotated
# run: r0 = [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15], r1 = 3 -> r2 = [33 36 39 42 45 0 3 6 9 12 15 18 21 24 27 30]
nop ; mul24 r2, r0+5, r1+5
