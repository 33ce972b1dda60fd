# source: spec: Guide, section 5: multisample and reverse flags
# run: ms_flags = [15 1], rev_flag = [0 1], r0 = [3 7], r1 = [1 0] -> r2 = [15 1], r3 = [0 1], ms_flags = [3 7], rev_flag = [1 0]
mov r2, ms_flags
mov r3, rev_flag
mov ms_flags, r0
mov rev_flag, r1
