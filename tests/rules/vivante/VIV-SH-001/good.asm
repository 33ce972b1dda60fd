# Written on both paths, and t0.z is never read.
    branch.gt void, t1.xxxx, u0.xxxx, write
    mov t2._y__, void, void, u1.yyyy
    branch void, void, void, read
write:
    mov t2.xy__, void, void, u0.xxxx
read:
    add t0, t1.xxxx, void, t2.yyyy
