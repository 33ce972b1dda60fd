# source: mesa: integer division by FTOI(RECIP(b) * 4294966784.0) passes conformance on a Raspberry Pi 3 only if values up to 2^32 wrap
# run: r0 = [2.1474836e+09 4.2949668e+09 3e+09 -2.147484e+09 -4.2949668e+09 -3e+09 4.294967e+09 -4.294967e+09] -> r2 = [0x80000000 -512 0xb2d05e00 0x7fffff00 512 0x4d2fa200 -256 256]
ftoi r2, r0
