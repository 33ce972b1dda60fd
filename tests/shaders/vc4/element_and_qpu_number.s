# source: spec: Guide, section 3
# run: qpu = 7, x_pix = [4 5 4 5], y_pix = [8 8 9 9] -> r0 = [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15], r1 = 7, r2 = [4 5 4 5], r3 = [8 8 9 9]
mov r0, elem
mov r1, qpu
mov r2, x_pix
mov r3, y_pix
