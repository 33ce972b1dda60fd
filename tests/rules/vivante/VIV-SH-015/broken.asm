# MOV reads src2.
# at: 0
    mov t0, t1.xyyy, void, void
