# source: ieee754: the sum of 0 to 15 is 120
# run: r0 = lane -> r0 = 120.0
nop ; mov r1, r0+8
fadd r0, r0, r1
nop
nop ; mov r1, r0+4
fadd r0, r0, r1
nop
nop ; mov r1, r0+2
fadd r0, r0, r1
nop
nop ; mov r1, r0+1
fadd r0, r0, r1
nop
