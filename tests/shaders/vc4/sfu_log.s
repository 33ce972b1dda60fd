# source: hardware: py-videocore, test_sfu.py, within 1e-2; to the base 2, the sign is ignored
# run: r0 = [2.0 8.0 0.5 1024.0 10.0 0.1 -4.0 1e30] -> r1 = [1~1e-2 3~1e-2 -1~1e-2 10~1e-2 3.32192809~1e-2 -3.32192809~1e-2 2~1e-2 99.6578428~1e-2]
mov sfu_log, r0
nop
nop
mov r1, r4
