# source: mesa: the Newton step of 1/0 and piglit glsl-fs-atan-2, which passes on a Raspberry Pi 3, need 0
# run: r0 = [0.0 inf -inf 0.0 -0.0 1e-45 inf -inf], r1 = [inf 0.0 0.0 -inf inf inf 2.0 -0.5] -> r2 = [0.0 0.0 0.0 0.0 0.0 0.0 inf inf]
nop ; fmul r2, r0, r1
