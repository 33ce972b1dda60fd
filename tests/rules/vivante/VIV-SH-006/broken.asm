# END_PC is one too large.
# at: 0
# end: 2
    mov t0, void, void, u0
