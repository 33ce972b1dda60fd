# source: ieee754: binary16 arithmetic in both halves of a register
# run: r1 = 0x40003c00 0x44004200, r2 = 0x38003800 0x38003800, r0 = 0 0 0 0xffffffff -> r0 = 0x41003e00 0x44804300 0 0xffffffff, r3 = 0xc100be00 0xc480c300
alu
    vadd.FADD.f16 R0.xyzw, R1.xyzw, R2.xyzw
alu
    vmul.FMOV.f16 R3.xyzw, TMP0.xxxx, R0.xyzw.neg
