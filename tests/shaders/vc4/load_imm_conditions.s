# source: spec: Guide, section 3: a condition for each destination
# only -1 + 1 carries
# run: r0 = [0 1 -1 7] -> ra1 = [9 5 5 5], rb1 = [5 9 9 9], ra2 = [5 5 9 5], rb2 = [9 9 5 9], ra3 = 5, rb3 = 9, ra4 = [5 5 9 5], rb4 = [9 9 5 9]
load_imm ra1, rb1, 5
load_imm ra2, rb2, 5
load_imm ra3, rb3, 5
load_imm ra4, rb4, 5
add.sf nop, r0, 1
add.sf nop, r0, 0
load_imm ra1.zs, rb1.zc, 9
load_imm ra2.ns, rb2.nc, 9
load_imm ra3.never, rb3, 9
add.sf nop, r0, 1
load_imm ra4.cs, rb4.cc, 9
