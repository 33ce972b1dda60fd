# A function that calls itself, which nothing stops.
# at: 0
again:
    call void, void, void, again
