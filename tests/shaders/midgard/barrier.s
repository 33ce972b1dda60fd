# source: mesa: midgard_compile.c, emit_control_barrier: all threads wait
# stage: compute
# run: r1 = 1.0 2.0 -> r0 = 1.0 2.0
tex/bar
    BARRIER
alu
    vmul.MOV.i32 R0, TMP0.xxxx, R1
