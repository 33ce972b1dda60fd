# source: spec: Guide, section 3: a colour load that ends the program after two instructions
# run: color_load = 7, r0 = 0 -> r0 = 7, r1 = 1
mov r1, 1
sig_color_load_end nop
mov r0, r4
nop
mov r1, 2
