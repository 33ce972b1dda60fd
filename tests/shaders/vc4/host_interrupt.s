# source: hardware: vc4asm addendum: every value is seen; only one other than 0 interrupts
# run: -> host_int = 0 1
mov host_int, 0
mov host_int, 1
