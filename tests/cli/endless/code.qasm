again:
branch again
nop
nop
nop
