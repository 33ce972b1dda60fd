# at: 0
    dp2 t0, t1.xyyy, t1.xyyy, void
