# temps: 64
    nop void, void, void, void
