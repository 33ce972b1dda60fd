# source: spec: rules-ng isa.xml: only enabled components are written
# run: t7 = 1.0 2.0 3.0 4.0 -> t0 = 0.0 0.0 0.0 4.0, t1 = 1.0 0.0 0.0 4.0, t2 = 0.0 2.0 0.0 4.0, t3 = 1.0 2.0 0.0 4.0, t4 = 0.0 0.0 3.0 4.0, t5 = 1.0 0.0 3.0 4.0, t6 = 0.0 2.0 3.0 4.0
mov t0.___w, void, void, t7
mov t1.x__w, void, void, t7
mov t2._y_w, void, void, t7
mov t3.xy_w, void, void, t7
mov t4.__zw, void, void, t7
mov t5.x_zw, void, void, t7
mov t6._yzw, void, void, t7
