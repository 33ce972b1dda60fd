# source: mesa: midgard.h: branches on r31.w; a loop of different turns, left in two ways
# run: r1 = [0.0 1.0 2.0 3.0 4.0 5.0 6.0 7.0 100.0 100.0 100.0 100.0 2.0 3.0 4.0 9.0] [5.0 5.0 5.0 5.0 5.0 5.0 5.0 5.0 1.0 2.0 3.0 20.0 1.0 2.0 50.0 9.0] -> r0 = [0.0 1.0 2.0 4.0 6.0 6.0 6.0 6.0 1.0 2.0 4.0 20.0 1.0 2.0 6.0 10.0] [1.0 2.0 3.0 4.0 4.0 4.0 4.0 4.0 1.0 2.0 3.0 11.0 1.0 2.0 5.0 6.0] [1.0 1.0 1.0 1.0 2.0 2.0 2.0 2.0 2.0 2.0 2.0 2.0 2.0 2.0 1.0 2.0]
alu
    vmul.FMOV.f32 R0.xyz, TMP0.xxx, #0
top:
alu
    sadd.FADD.f32 R0.y, R0.y, #1
    smul.FCMP.lt.i32 R31.w, R1.x, R0.y
    brx.cond.true done
alu
    smul.FCMP.lt.i32 R31.w, R0.y, #3
    brx.cond.true small
alu
    sadd.FADD.f32 R0.x, R0.x, #2
    br.uncond next
small:
alu
    sadd.FADD.f32 R0.x, R0.x, #1
next:
alu
    smul.FCMP.lt.i32 R31.w, R0.x, R1.y
    brx.cond.true top
alu
    vmul.FMOV.f32 R0.z, TMP0.x, #2
    br.uncond end
done:
alu
    vmul.FMOV.f32 R0.z, TMP0.x, #1
end:
alu
    vmul.MOV.i32 R2.x, TMP0.x, #0
