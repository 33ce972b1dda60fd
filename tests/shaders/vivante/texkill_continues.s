# source: spec: GLSL: derivatives of neighbours need discarded fragments to go on
# uniform: 5.0 0.0 0.0 0.0
# run: t1.x = [1.0 -1.0] -> killed = [0 1], t0.x = 5.0
texkill.lz void, t1.xxxx, void, void
mov t0.x___, void, void, u0.xxxx
