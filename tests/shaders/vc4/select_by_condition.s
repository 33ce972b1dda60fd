# source: ieee754: the greater of two by FSUB and a condition, as Mesa emits it
# run: r0 = [1.0 -2.0 3.5 0.0], r1 = [2.0 -3.0 3.5 -1.0] -> r2 = [2.0 -2.0 3.5 0.0]
mov r2, r1
fsub.sf nop, r0, r1
mov.nc r2, r0
