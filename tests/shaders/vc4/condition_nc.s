# source: spec: Guide, section 3 (py-videocore, test_condition_codes.py): lanes whose flag holds are written
# run: r0 = [0 1 -1 5], r1 = 5, r2 = 5 -> r1 = [6 6 5 6], r2 = [6 6 5 6], r3 = [77 77 5 77]
mov r3, 5
mov.sf nop, r0
add.nc r1, r1, 1 ; v8adds.nc r2, r2, 1
load_imm ra1, 77
nop
mov.nc r3, ra1
