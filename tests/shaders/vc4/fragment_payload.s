# source: mesa: W is in ra15, Z in rb15 as an integer of 24 bits
# run: ra15 = 0.25, rb15 = 0x800000 -> r0 = 4.0~1e-4, r1 = 8388608.0
mov sfu_recip, ra15
itof r1, rb15
nop
mov r0, r4
