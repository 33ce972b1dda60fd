# source: spec: Guide, section 3: each ALU has its own condition
# run: r0 = [0 1 -1 5] -> r1 = [1 0 0 0], r2 = [0 0 2 0]
mov r1, 0
mov r2, 0
mov r3, 2
mov.sf nop, r0
add.zs r1, r1, 1 ; mov.ns r2, r3
