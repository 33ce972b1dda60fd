# source: spec: rules-ng isa.xml: the absolute value is taken before the negation
# run: t1 = 0.25 -3.0 0.75 2.0 -> t2 = -0.25 -3.0 -0.75 -2.0, t3 = 0.25 3.0 0.75 2.0, t4 = -0.25 3.0 -0.75 -2.0
mov t2, void, void, -|t1|
mov t3, void, void, |t1|
mov t4, void, void, -t1
