# source: spec: modes.rs: saturation to half the width, lower and upper half
# run: r1 = 70000 -70000 100 -5 -> r0 = 0x80007fff 0xfffb0064, r2 = 0x0000ffff 0x00000064, r3 = 0xee901170 0xfffb0064, r4 = 0xfffe0001 0xffff0000
alu
    vmul.MOV.i32 R0.xyzw.ssat, TMP0.xxxx, R1
    vadd.MOV.i32 R2.xyzw.usat, TMP0.xxxx, R1
alu
    vmul.MOV.i32 R3.xyzw.keeplo, TMP0.xxxx, R1
    vadd.MOV.i32 R4.xyzw.keephi, TMP0.xxxx, R1
