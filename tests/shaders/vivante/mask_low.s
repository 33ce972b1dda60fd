# source: spec: rules-ng isa.xml: only enabled components are written
# run: t7 = 1.0 2.0 3.0 4.0 -> t0 = 1.0 0.0 0.0 0.0, t1 = 0.0 2.0 0.0 0.0, t2 = 1.0 2.0 0.0 0.0, t3 = 0.0 0.0 3.0 0.0, t4 = 1.0 0.0 3.0 0.0, t5 = 0.0 2.0 3.0 0.0, t6 = 1.0 2.0 3.0 0.0
mov t0.x___, void, void, t7
mov t1._y__, void, void, t7
mov t2.xy__, void, void, t7
mov t3.__z_, void, void, t7
mov t4.x_z_, void, void, t7
mov t5._yz_, void, void, t7
mov t6.xyz_, void, void, t7
