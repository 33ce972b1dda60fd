# source: mesa: midgard_emit.c: a move has its operand as second source and names r24 as first; 64-bit components are halves of a register
# run: r1 = 1 2 3 4 -> r0 = 3 4 0 0
alu
    vmul.MOV.i64 R0.x, TMP0.[xx], R1.Y {swizzle1=0x0}
