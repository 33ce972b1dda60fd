# source: spec: Guide, section 3: both ALUs read the same immediate
# run: r0 = 10, r1 = 3 -> r2 = 17, r3 = 21
add r2, r0, 7 ; mul24 r3, r1, 7
