# t2.y is copied to t0.y, which is overwritten before the end.
# outputs: t0
    mov t2.x___, void, void, t1.xxxx
    mov t0, void, void, t2.xyxx
    mov t0._y__, void, void, t1.yyyy
