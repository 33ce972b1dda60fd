# source: ieee754: overflow and underflow of a power of two; denormals are 0
# run: r0 = [128.0 -127.0 inf -inf 127.0 -126.0 1e10 -1e10] -> r1 = [inf 0.0 inf 0.0 1.7014118e38~1e-4 1.17549435e-38~1e-4 inf 0.0]
mov sfu_exp, r0
nop
nop
mov r1, r4
