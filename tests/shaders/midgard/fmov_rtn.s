# source: ieee754: binary32 to binary16, rounded exactly
# run: r1 = 0x3f801fff 0xbf801001 0x3f800001 0x40490fdb -> r0 = 0xbc013c00 0x42483c00
alu
    vmul.FMOV.rtn.f32 R0.xyzw.shrink, TMP0.xxxx, R1
