# at: 0
# temps: 65
    nop void, void, void, void
