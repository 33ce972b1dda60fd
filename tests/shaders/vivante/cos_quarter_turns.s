# source: spec: rules-ng isa.xml: COS(x) is the cosine of x * pi / 2; within 1e-6
# run: t1.x = [0.25 0.5 0.75 1.25 -0.25 -0.5 2.5 3.7] -> t0.x = [0.923879533~1e-6 0.707106781~1e-6 0.382683432~1e-6 -0.382683432~1e-6 0.923879533~1e-6 0.707106781~1e-6 -0.707106781~1e-6 0.891006558~1e-6]
cos t0.x___, void, void, t1.xxxx
