# source: spec: Guide, section 3: nothing is written, and the flags stay (vc4asm addendum)
# run: r0 = [0 1], r1 = 5, r2 = 5 -> r1 = 5, r2 = 5, r3 = [1 5]
mov r3, 5
mov.sf nop, r0
add.never r1, r1, 1 ; v8adds.never r2, r2, 1
sub.sf.never nop, r1, 5
mov.zs r3, 1
