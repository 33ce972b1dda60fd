# GC3000 runs code from memory.
# chip: gc3000
# repeat: 600
# end: 600
    nop void, void, void, void
