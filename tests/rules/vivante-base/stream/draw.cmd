NOP
# -- here
NOP
