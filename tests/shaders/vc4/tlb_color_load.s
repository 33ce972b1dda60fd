# source: spec: Guide, section 5: colour and coverage to r4
# run: color_load = [0x11223344 0xff], coverage_load = [15 1] -> r0 = [0x11223344 0xff], r1 = [15 1]
sig_color_load nop
mov r0, r4
sig_coverage_load nop
mov r1, r4
