# source: spec: Guide, section 3: the next instruction does not see a write to a register file
# run: ra3 = 1, rb3 = 5 -> r0 = 1, r1 = 2, r2 = 5, r3 = 6
mov ra3, 2
mov r0, ra3
mov r1, ra3
mov rb3, 6
mov r2, rb3
mov r3, rb3
