# repeat: 256
# end: 256
    nop void, void, void, void
