# The address register was never written.
# at: 0
    texld t0, tex0[a.x], t1.xyyy, void, void
