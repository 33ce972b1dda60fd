# source: mesa: midgard_compile.c, emit_fragment_store: target and sample in r1.z, depth in r1.x, stencil in r1.y
# run: r2 = 1.0 2.0 3.0 4.0, r3 = 0.5 7 -> colour16 = 1.0 2.0 3.0 4.0, depth = 0.5, stencil = 7
aluw
    vmul.MOV.i32 R0, TMP0.xxxx, R2
    sadd.MOV.i32 R1.z, TMP0.x, #256
    vadd.MOV.i32 R1.xy, TMP0.xx, R3.xy
    brx.write.always +0 -> aluw/8
