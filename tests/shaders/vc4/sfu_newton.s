# source: mesa: ntq_recip: one Newton step after RECIP
# run: r0 = [3.0 7.0 0.1 -5.0 0.0 1000.0 1.0 -0.5] -> r1 = [0.333333333~1e-6 0.142857143~1e-6 10~1e-6 -0.2~1e-6 inf 0.001~1e-6 1~1e-6 -2~1e-6]
mov sfu_recip, r0
nop
nop
nop ; fmul r1, r4, r0
fsub r1, 2.0, r1
nop ; fmul r1, r4, r1
