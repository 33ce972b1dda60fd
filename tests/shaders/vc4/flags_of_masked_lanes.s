# source: hardware: vc4asm addendum: flags change only in lanes that are written
# run: r0 = [0 1 0 1], r1 = [7 7 0 0] -> r2 = [0 0 1 0]
mov r2, 0
mov.sf nop, r0
mov.sf.zs nop, r1
mov.zs r2, 1
