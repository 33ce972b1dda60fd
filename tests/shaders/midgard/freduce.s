# source: spec: patent US 9146901, claim 1, with P = 3 (quirk reduced_bits): exponents move by multiples of 32 until the largest is from 1 to 32
# run: r1 = 0x71800000 0xec800000 3.0 0.0 -> r0 = 16.0 -0.015625 0x10400000 0.0
# run: r1 = 0x0d800000 0x00800000 -0.0 0x0fc00000 -> r0 = 0x4d800000 0x40800000 -0.0 0x4fc00000
# run: r1 = 4.0 1.0 -2.0 0x00000001 -> r0 = 4.0 1.0 -2.0 0.0
alu
    vmul.FREDUCE.f32 R0, R1, #0
