# source: spec: rules-ng isa.xml: a[z] is added to the number of the uniform
# uniform: 0.0 1.0 2.0 3.0
# uniform: 4.0 5.0 6.0 7.0
# uniform: 8.0 9.0 10.0 11.0
# uniform: 12.0 13.0 14.0 15.0
# run: t1.x = [0.0 1.0 2.0 3.0] -> t0 = [0.0 4.0 8.0 12.0] [1.0 5.0 9.0 13.0] [2.0 6.0 10.0 14.0] [3.0 7.0 11.0 15.0]
movar a0.__z_, void, void, t1.xxxx
mov t0, void, void, u0[a.z]
