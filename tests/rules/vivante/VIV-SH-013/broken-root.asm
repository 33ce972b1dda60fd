# GC600 has no SQRT.
# at: 1
# chip: gc600
    rsq t0.x___, void, void, |t0.xxxx|
    sqrt t0.x___, void, void, |t0.xxxx|
