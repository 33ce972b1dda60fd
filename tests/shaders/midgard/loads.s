# source: mesa: midgard.h: widths, extension and byte order of loads
# stage: compute
# run: r1 = 0x100 0, mem0x100 = 0x80ff0102 0x11223344 0x55667788 0x99aabbcc -> r0 = 2, r2 = 0xffffff80, r4 = 0xffff80ff, r5 = 0x0102, r6 = 0x0201, r7 = 0xffffff80, r8 = 0xff800201, r9 = 0x44332211 0x0201ff80, r10 = 0x0201ff80 0x44332211 0x88776655 0xccbbaa99, r11 = 0x1110 0
alu
    vmul.MOV.i32 AL0, TMP0.xxxx, R1
ldst
    LD.u8 R0.x~~~, AL0.u64.x
    LD.s8 R2.x~~~, AL0.u64.x + 0x3
ldst
    LD.s16 R4.x~~~, AL0.u64.x + 0x2
    LD.u16 R5.x~~~, AL0.u64.x
ldst
    LD.u16.be R6.x~~~, AL0.u64.x
    LD.s16.be R7.x~~~, AL0.u64.x + 0x2
ldst
    LD.32.bswap2 R8.x~~~, AL0.u64.x
    LD.64.bswap8 R9.xy~~, AL0.u64.x
ldst
    LD.128.bswap4 R10.xyzw, AL0.u64.x
    LEA R11.xy~~, AL0.u64.x + AL0.u32.x << 4 + 0x10, AL0
