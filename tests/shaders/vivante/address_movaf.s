# source: spec: rules-ng isa.xml: MOVAF takes floats
# chip: gc7000l
# run: t1.x = [0.0 1.0 2.0 3.0], t2.x = 12.0, t3.x = 13.0, t4.x = 14.0, t5.x = 15.0 -> t0.x = [12.0 13.0 14.0 15.0]
movaf a0.x___, void, void, t1.xxxx
mov t0.x___, void, void, t2[a.x].xxxx
