# At the end of the program, alpha of the colour was never written.
# at: 1
# outputs: t2
    mov t2.xyz_, void, void, t1.xyxx
