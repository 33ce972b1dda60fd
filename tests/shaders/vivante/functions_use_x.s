# source: mesa: RCP, RSQ, SQRT, SIN and COS are scalar, of component x
# run: t1 = 4.0 9.0 9.0 9.0 -> t0 = 0.25 0.25 0.25 0.25, t2 = 0.5 0.5 0.5 0.5, t3 = 2.0 2.0 2.0 2.0, t4 = 0.0 0.0 0.0 0.0, t5 = 1.0 1.0 1.0 1.0
rcp t0, void, void, t1
rsq t2, void, void, t1
sqrt t3, void, void, t1
sin t4, void, void, t1
cos t5, void, void, t1
