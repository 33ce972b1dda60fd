# source: hardware: py-videocore, test_sfu.py: infinite at 0
# run: r0 = [0.0 -0.0 inf 1e-40] -> r1 = [inf inf 0.0 inf]
mov sfu_recipsqrt, r0
nop
nop
mov r1, r4
