# source: hardware: vc4asm addendum: the mul ALU sets the flags only if the add operation is NOP
# run: r0 = [0 3 0 3], r1 = [5 5 0 0] -> r2 = [1 0 1 0], r3 = [0 0 1 1]
mov r2, 0
mov r3, 0
mov.sf nop, r0 ; mov ra1, r1
mov.zs r2, 1
nop ; mov.sf nop, r1
mov.zs r3, 1
