# source: spec: rules-ng isa.xml: four addresses at once
# run: t1 = 0.0 1.0 2.0 3.0, t2.x = 12.0, t3.x = 13.0, t4.x = 14.0, t5.x = 15.0 -> t0 = 12.0 13.0 14.0 15.0
movar a0, void, void, t1
mov t0.x___, void, void, t2[a.x].xxxx
mov t0._y__, void, void, t2[a.y].xxxx
mov t0.__z_, void, void, t2[a.z].xxxx
mov t0.___w, void, void, t2[a.w].xxxx
