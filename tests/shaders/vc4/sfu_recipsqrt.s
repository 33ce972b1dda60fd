# source: hardware: py-videocore, test_sfu.py, within 1e-4; the sign is ignored
# run: r0 = [1.0 4.0 16.0 0.25 2.0 3.0 -4.0 1e6] -> r1 = [1~1e-4 0.5~1e-4 0.25~1e-4 2~1e-4 0.707106781~1e-4 0.577350269~1e-4 0.5~1e-4 0.001~1e-4]
mov sfu_recipsqrt, r0
nop
nop
mov r1, r4
