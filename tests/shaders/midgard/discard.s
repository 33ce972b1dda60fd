# source: mesa: midgard.h: discard kills the lanes where the condition holds
# run: r1 = [1.0 -1.0] -> killed = [0 1]
alu
    smul.FCMP.lt.i32 R31.w, R1.x, #0
    brx.discard.true +2 -> invalid
alu
    vmul.MOV.i32 R0.x, TMP0.x, #1
