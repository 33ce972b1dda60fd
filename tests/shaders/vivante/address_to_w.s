# source: spec: rules-ng isa.xml: a[w] is added to the number of the destination
# run: t1.x = [0.0 1.0 2.0 3.0], t0.x = 9.0 -> t2.x = [9.0 0.0 0.0 0.0], t3.x = [0.0 9.0 0.0 0.0], t4.x = [0.0 0.0 9.0 0.0], t5.x = [0.0 0.0 0.0 9.0]
movar a0.___w, void, void, t1.xxxx
mov t2[a.w].x___, void, void, t0.xxxx
