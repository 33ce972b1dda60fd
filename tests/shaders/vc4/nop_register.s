# source: hardware: vc4asm addendum, measured: lanes 12 to 15 of the last value read from the file, in each quad
# run: ra1 = [100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115] -> r0 = [112 113 114 115]
mov r1, ra1
or r0, nop.a, nop.a
