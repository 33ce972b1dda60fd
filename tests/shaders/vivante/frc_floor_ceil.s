# source: spec: rules-ng isa.xml: FRC of -0.1 is 0.9, x less its floor
# run: t1 = 1.5 -0.25 3.0 -2.75 -> t2 = 0.5 0.75 0.0 0.25, t3 = 1.0 -1.0 3.0 -3.0, t4 = 2.0 -0.0 3.0 -2.0
frc t2, void, void, t1
floor t3, void, void, t1
ceil t4, void, void, t1
