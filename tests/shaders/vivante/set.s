# source: spec: rules-ng isa.xml: SET is 1.0 where the condition holds, else 0.0
# run: t1 = 1.0 2.0 2.0 nan, t2 = 2.0 1.0 2.0 2.0 -> t3 = 0.0 1.0 0.0 0.0, t4 = 1.0 0.0 1.0 0.0, t5 = 0.0 0.0 1.0 0.0
set.gt t3, t1, t2, void
set.le t4, t1, t2, void
set.eq t5, t1, t2, void
