# source: hardware: vc4asm addendum: lanes that take from a higher quad see the value before the previous instruction
# run: r0 = [100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115], r1 = [200 201 202 203 204 205 206 207 208 209 210 211 212 213 214 215] -> r2 = [201 202 203 104 205 206 207 108 209 210 211 112 213 214 215 200]
mov r0, r1
nop ; mov r2, r0+15
