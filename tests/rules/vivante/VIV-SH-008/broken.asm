# A function that calls itself without end.
# at: 0
again:
    call void, void, void, again
