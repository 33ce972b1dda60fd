# source: hardware: py-videocore, test_sfu.py, within 1e-4; 2 to the power
# run: r0 = [0.0 1.0 -1.0 10.0 0.5 -0.5 3.3 -20.25] -> r1 = [1~1e-4 2~1e-4 0.5~1e-4 1024~1e-4 1.41421356~1e-4 0.707106781~1e-4 9.84915531~1e-4 8.01941314e-07~1e-4]
mov sfu_exp, r0
nop
nop
mov r1, r4
