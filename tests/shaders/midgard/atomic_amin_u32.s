# source: spec: GLSL atomic functions: the old value is returned
# stage: compute
# run: r1 = 0x100 0, r2 = 3, mem0x100 = -5, r3@0 = 1 -> r0@0 = -5, mem0x100 = 3
alu
    vmul.MOV.i32 AL0, TMP0.xxxx, R1
    vadd.MOV.i32 AL1, TMP0.xxxx, R2
alu
    smul.CMP.eq.i32 R31.w, R3.x, #0
    brx.cond.true done
ldst
    AMIN.u32 R0.x~~~, AL0.u64.x, AL1.x
done:
alu
    vmul.MOV.i32 R4.x, TMP0.x, #0
