# source: ieee754: Gauss: the sum of the whole numbers below n is n(n-1)/2, of another n in each lane
# uniform: 0.0 1.0 0.0 0.0
# run: t1.x = lane -> t0.x@0 = 0.0, t0.x@1 = 0.0, t0.x@2 = 1.0, t0.x@7 = 21.0, t0.x@15 = 105.0
mov t0.x___, void, void, u0.xxxx
mov t2.x___, void, void, u0.xxxx
top:
branch.ge void, t2.xxxx, t1.xxxx, end
add t0.x___, t0.xxxx, void, t2.xxxx
add t2.x___, t2.xxxx, void, u0.yyyy
branch void, void, void, top
end:
nop void, void, void, void
