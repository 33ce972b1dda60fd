# source: hardware: vc4asm: through file B lane 0 of all
# run: r0 = [10 11 12 13 20 21 22 23 30 31 32 33 40 41 42 43] -> r1 = 10
mov r5rep, r0
mov r1, r5
