# source: hardware: vc4asm addendum: the code of the rotation is an operand too
# run: r0 = [100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115] -> r1 = -13, r2 = [113 114 115 100 101 102 103 104 105 106 107 108 109 110 111 112]
mov r1, si51 ; mov r2, r0+3
