# source: ieee754: comparison predicates; all ones or zero
# run: r1 = 0x3f800000 0x40000000 0xc0400000 nan, r2 = 0x3f800000 0x40400000 0xc0800000 0x3f800000 -> r0 = 0xffffffff 0 0 0
alu
    vmul.FCMP.eq.i32 R0, R1, R2
