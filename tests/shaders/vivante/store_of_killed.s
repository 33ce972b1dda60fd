# source: spec: GLSL: a fragment has no side effects after its discard
# chip: gc7000l
# run: t1.x = 0x200, t2.x = [0 4], t3.x = [-1.0 1.0], mem0x200 = 50 50 -> killed = [1 0], mem0x200 = 50 1.0
texkill.lz void, t3.xxxx, void, void
store.u32 mem.x___, t1.xxxx, t2.xxxx, t3.xxxx
