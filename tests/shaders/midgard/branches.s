# source: mesa: midgard.h: branches on r31.w; a loop of as many turns as r1.x
# run: r1 = 3.0 -> r0 = 3.0
# run: r1 = [1.0 2.0 5.0 9.0] -> r0 = [1.0 2.0 5.0 9.0]
top:
alu
    sadd.FADD.f32 R0.x, R0.x, #1
    smul.FCMP.lt.i32 R31.w, R0.x, R1.x
    brx.cond.true top
