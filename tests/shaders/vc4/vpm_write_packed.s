# source: mesa: vertex shaders pack screen coordinates into two halves
# run: r0 = [3.0 -5.0], r1 = [7.0 1.0] -> vpm = [0x00070003 0x0001fffb]
ftoi ra1.16a, r0
ftoi ra1.16b, r1
nop
mov vpm, ra1
