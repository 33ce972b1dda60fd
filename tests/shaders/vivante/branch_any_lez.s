# source: spec: rules-ng isa.xml: in any component; the condition; IEEE 754 for NaNs; denormals are zeros (piglit fs-underflow-mul-compare-zero passes on a GC2000)
# chip: gc7000l
# uniform: 1.0 2.0 0.0 0.0
# run: t1 = [1.0 2.0 2.0 -0.0 0.0 inf -inf nan 1.0 nan 1e-40 -1e-40 -1.0 3.0 0.0 -2.0] 1.0 1.0 1.0, t2 = [2.0 1.0 2.0 0.0 -0.0 inf inf 1.0 nan nan 0.0 1e-45 1.0 -3.0 -5.0 -1.0] 1.0 1.0 1.0 -> t0.x = [1.0 1.0 1.0 2.0 2.0 1.0 2.0 1.0 1.0 1.0 2.0 2.0 2.0 1.0 2.0 2.0]
# run: t1 = -2.0 [1.0 2.0 2.0 -0.0 0.0 inf -inf nan 1.0 nan 1e-40 -1e-40 -1.0 3.0 0.0 -2.0] 0.0 -2.0, t2 = 2.0 [2.0 1.0 2.0 0.0 -0.0 inf inf 1.0 nan nan 0.0 1e-45 1.0 -3.0 -5.0 -1.0] 5.0 2.0 -> t0.x = 2.0
branch_any.lez void, t1, t2, taken
mov t0.x___, void, void, u0.xxxx
branch end
taken:
mov t0.x___, void, void, u0.yyyy
end:
nop
