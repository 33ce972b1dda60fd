# source: hardware: vc4asm: through file A lane 0 of every quad
# run: r0 = [10 11 12 13 20 21 22 23 30 31 32 33 40 41 42 43] -> r1 = [10 10 10 10 20 20 20 20 30 30 30 30 40 40 40 40]
mov r5quad, r0
mov r1, r5
