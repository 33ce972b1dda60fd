# source: ieee754: binary32 to binary16, rounded exactly
# run: r1 = 0x3f801fff 0xbf801001 0x3f800001 0x40490fdb -> r0 = 0xbc003c01 0x42493c01
alu
    vmul.FMOV.rtp.f32 R0.xyzw.shrink, TMP0.xxxx, R1
