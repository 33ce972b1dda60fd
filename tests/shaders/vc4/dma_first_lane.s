# source: spec: Guide, section 7: the word is that of lane 0
# run: r0 = [0x100 0x200] -> vw_addr = 0x100
mov vw_addr, r0
