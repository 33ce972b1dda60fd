# source: spec: rules-ng isa.xml: the source component of each component
# run: t7 = 1.0 2.0 3.0 4.0 -> t0 = 1.0 1.0 1.0 1.0, t1 = 2.0 2.0 2.0 2.0, t2 = 3.0 3.0 3.0 3.0, t3 = 4.0 4.0 4.0 4.0, t4 = 4.0 3.0 2.0 1.0, t5 = 2.0 1.0 4.0 3.0, t6 = 3.0 4.0 1.0 2.0
mov t0, void, void, t7.xxxx
mov t1, void, void, t7.yyyy
mov t2, void, void, t7.zzzz
mov t3, void, void, t7.wwww
mov t4, void, void, t7.wzyx
mov t5, void, void, t7.yxwz
mov t6, void, void, t7.zwxy
