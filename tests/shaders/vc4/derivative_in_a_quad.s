# source: mesa: ntq_fddx rotates by one lane inside a quad; lanes are (x, y), (x+1, y), (x, y+1), (x+1, y+1)
# each lane less the one before it in its quad
# run: ra1 = [0.0 1.0 10.0 11.0 5.0 7.0 5.0 8.0] -> r2 = [-11.0 1.0 9.0 1.0 -3.0 2.0 -2.0 3.0]
mov r0, ra1 ; v8minrot1 r1, ra1, ra1
fsub r2, r0, r1
