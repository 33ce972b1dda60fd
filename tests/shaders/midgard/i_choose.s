# source: spec: the row: the components of src1 whose numbers src2 has
# run: r1 = 10 20 30 40, r2 = 3 0 1 1 -> r0 = 40 10 20 20
alu
    vadd.CHOOSE.i32 R0, R1, R2
