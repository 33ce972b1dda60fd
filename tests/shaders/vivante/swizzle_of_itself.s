# source: spec: rules-ng isa.xml: all components are read before any is written
# run: t0 = 1.0 2.0 3.0 4.0 -> t0 = 4.0 3.0 2.0 1.0
# run: t0 = [1.0 5.0] 2.0 3.0 [4.0 8.0] -> t0 = [4.0 8.0] 3.0 2.0 [1.0 5.0]
mov t0, void, void, t0.wzyx
