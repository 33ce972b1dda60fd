# source: ieee754: binary16 sums; 2049 is rounded to 2048
# run: r1 = 0x3c003800 0x68004000, r2 = 0x3c003800 0x3c003c00 -> r0 = 0x40003c00 0x68004200
alu
    vadd.FADD.f16 R0.xyzw, R1.xyzw, R2.xyzw
