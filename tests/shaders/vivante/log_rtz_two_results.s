# source: mesa: LOG of newer chips has two results, whose product is the logarithm
# chip: gc7000l
# run: t1.x = [8.0 0.25 1024.0 2.0] -> t0.x = [3.0 -2.0 10.0 1.0], t0.z = [3.0 -2.0 10.0 1.0]
log.rtz t0.xy__, void, void, t1.xxxx
mul t0.x_z_, t0.xxxx, t0.yyyy, void
