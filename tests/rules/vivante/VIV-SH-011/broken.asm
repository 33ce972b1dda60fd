# One more than 256.
# at: 0
# repeat: 257
# end: 257
    nop void, void, void, void
