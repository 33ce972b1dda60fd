# source: spec: rules-ng isa.xml: lanes that do not take the branch keep their registers
# run: tex = [1.0 2.0] 3.0 4.0 5.0, t1 = [0.25 0.75] 0.5 0.125 2.0, t0.x = 9.0, t2.x = [1.0 1.0 -1.0 -1.0] -> t0.x = [1.0 2.0 9.0 9.0], at = [0.25 0.75 0.0 0.0]
branch.lz void, t2.xxxx, void, end
texld t0.x___, tex0.xyzw, t1, void, void
end:
nop
