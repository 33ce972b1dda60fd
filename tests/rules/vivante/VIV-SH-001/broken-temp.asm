# t2.y is written on one path only.
# outputs: t0
# at: 3
    branch.gt void, t1.xxxx, u0.xxxx, write
    branch void, void, void, read
write:
    mov t2.xy__, void, void, u0.xxxx
read:
    add t0, t1.xxxx, void, t2.yyyy
