# source: spec: rules-ng isa.xml for the condition; IEEE 754 for NaNs; denormals are zeros (piglit fs-underflow-mul-compare-zero passes on a GC2000)
# uniform: 1.0 2.0 0.0 0.0
# run: t1.x = [1.0 2.0 2.0 -0.0 0.0 inf -inf nan 1.0 nan 1e-40 -1e-40 -1.0 3.0 0.0 -2.0], t2.x = [2.0 1.0 2.0 0.0 -0.0 inf inf 1.0 nan nan 0.0 1e-45 1.0 -3.0 -5.0 -1.0] -> t0.x = [1.0 2.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 2.0 2.0 1.0]
branch.gt void, t1.xxxx, t2.xxxx, taken
mov t0.x___, void, void, u0.xxxx
branch end
taken:
mov t0.x___, void, void, u0.yyyy
end:
nop
