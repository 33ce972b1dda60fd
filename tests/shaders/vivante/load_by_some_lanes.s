# source: spec: rules-ng isa.xml: only lanes that execute it read
# chip: gc7000l
# run: mem0x100 = 7, t1.x = [0x100 0x900], t3.x = [1 0] -> t0.x = [7 0]
branch.not.u32 void, t3.xxxx, void, end
load.u32 t0.x___, t1.xxxx, 0:u20, void
end:
nop
