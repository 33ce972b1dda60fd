# source: ieee754: limits of the logarithm; denormals are 0
# run: r0 = [0.0 1.0 inf 1e-40] -> r1 = [-inf 0.0 inf -inf]
mov sfu_log, r0
nop
nop
mov r1, r4
