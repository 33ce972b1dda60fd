# source: mesa: midgard_compile.c: selector 96 is the coverage, 97 the sample
# run: r1 = 1.0 -> r0 = 97
ldst
    LD_SPECIAL.u32 R0.x~~~, 0.x + 0x61
