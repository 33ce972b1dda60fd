    mov t0, void, void, t1.xyyy
