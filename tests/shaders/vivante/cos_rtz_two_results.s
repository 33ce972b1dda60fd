# source: mesa: COS of newer chips takes half turns and has two results, whose product is the cosine
# chip: gc7000l
# run: t1.x = [0.25 0.75 1.25 -0.25 2.1 3.7 0.1 -0.9] -> t2.x = [0.707106781~1e-6 -0.707106781~1e-6 -0.707106781~1e-6 0.707106781~1e-6 0.951056609~1e-6 0.587785373~1e-6 0.951056515~1e-6 -0.951056493~1e-6]
cos.rtz t0.xy__, void, void, t1.xxxx
mul t2.x___, t0.xxxx, t0.yyyy, void
