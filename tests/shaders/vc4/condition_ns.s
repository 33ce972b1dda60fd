# source: spec: Guide, section 3 (py-videocore, test_condition_codes.py): lanes whose flag holds are written
# run: r0 = [0 1 -1 5], r1 = 5, r2 = 5 -> r1 = [5 5 6 5], r2 = [5 5 6 5], r3 = [5 5 77 5]
mov r3, 5
mov.sf nop, r0
add.ns r1, r1, 1 ; v8adds.ns r2, r2, 1
load_imm ra1, 77
nop
mov.ns r3, ra1
