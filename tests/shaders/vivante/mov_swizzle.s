# source: spec: rules-ng isa.xml: swizzles choose source components, the mask the written ones
# run: t1 = 1.0 2.0 3.0 4.0, t0 = 9.0 9.0 9.0 9.0 -> t0 = 9.0 1.0 9.0 3.0, t1 = 4.0 3.0 2.0 1.0
mov t0._y_w, void, void, t1.xxzz
mov t1, void, void, t1.wzyx
