# source: spec: Guide, section 3: with ws the add ALU writes file B and the mul ALU file A
# run: r0 = 3, r1 = 5 -> rb1 = 8, ra1 = 15, ra2 = 8, rb2 = 15
add rb1, r0, r1 ; mul24 ra1, r0, r1
add ra2, r0, r1 ; mul24 rb2, r0, r1
