# source: hardware: py-videocore, test_sfu.py: 1/0 is infinite; denormals are 0
# run: r0 = [0.0 -0.0 inf -inf 1e-40 0x7f7fffff 0x00800000 0xff7fffff] -> r1 = [inf inf 0.0 0.0 inf 0.0 8.507059e37~1e-4 0.0]
mov sfu_recip, r0
nop
nop
mov r1, r4
