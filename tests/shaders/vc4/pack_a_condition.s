# source: spec: Guide, section 3: a condition limits a packed write to its lanes
# run: r0 = [5 6 7 8], ra2 = 0x11223344 -> ra2 = [0x11223305 0x11223344 0x11223307 0x11223344]
and.sf nop, elem, 1
mov.zs ra2.8a, r0
