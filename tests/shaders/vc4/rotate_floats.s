# source: ieee754: exact products, rotated
# run: r0 = lane, r1 = 0.5 -> r2 = [7.5 0.0 0.5 1.0 1.5 2.0 2.5 3.0 3.5 4.0 4.5 5.0 5.5 6.0 6.5 7.0]
nop ; fmul r2, r0+1, r1+1
