# source: spec: Guide, section 3: both ALUs read before either writes
# run: r0 = 3, r1 = 5 -> r0 = 15, r1 = 8
add r1, r0, r1 ; mul24 r0, r0, r1
