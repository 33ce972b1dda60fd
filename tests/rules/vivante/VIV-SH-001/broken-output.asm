# The program ends, and the colour has no alpha.
# at: 1
# outputs: t2
    mov t2.xyz_, void, void, t1.xyxx
