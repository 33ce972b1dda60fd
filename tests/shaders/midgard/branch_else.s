# source: mesa: midgard_emit.c: compact branches skip quadwords
# run: r1 = [1.0 -1.0] -> r0 = [2.0 3.0]
alu
    smul.FCMP.lt.i32 R31.w, R1.x, #0
    br.cond.true negative
alu
    vmul.FMOV.f32 R0.x, TMP0.x, #2
    br.uncond done
negative:
alu
    vmul.FMOV.f32 R0.x, TMP0.x, #3
done:
alu
    vmul.MOV.i32 R2.x, TMP0.x, #0
