# source: spec: Guide, section 3: three delay slots
# run: r1 = 0 -> r1 = 7
branch over
add r1, r1, 1
add r1, r1, 2
add r1, r1, 4
add r1, r1, 8
add r1, r1, 8
over:
nop
