    sqrt t0.x___, void, void, |t0.xxxx|
    dp3 t0, t1.xyyy, t1.xyyy, void
