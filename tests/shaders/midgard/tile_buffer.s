# source: mesa: midgard_compile.c: the target is in the index fields
# run: tile = 0.5 0.25 1.0 0.0 -> r0 = 0.5 0.25 1.0 0.0
ldst
    LD_TILEBUFFER.f32 R0.xyzw
