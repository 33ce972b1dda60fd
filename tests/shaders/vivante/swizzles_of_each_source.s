# source: spec: rules-ng isa.xml
# run: t1 = 1.0 2.0 3.0 4.0, t2 = 10.0 20.0 30.0 40.0, t3 = 0.5 0.25 0.125 0.0 -> t0 = 40.5 60.25 60.125 40.0
mad t0, t1, t2.wzyx, t3
