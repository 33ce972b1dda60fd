# source: mesa: the kernel's validator counts one uniform
# run: uni = 3 4 -> r0 = 6, r1 = 4
add r0, uni.a, uni.b
mov r1, uni
