# source: spec: Guide, section 3: written coordinates are read back
# run: r0 = [1 2 3 4], r1 = [5 6 7 8], x_pix = 0, y_pix = 0 -> quad_x = [1 2 3 4], quad_y = [5 6 7 8], r2 = [1 2 3 4], r3 = [5 6 7 8]
mov quad_x, r0
mov quad_y, r1
nop
mov r2, x_pix
mov r3, y_pix
