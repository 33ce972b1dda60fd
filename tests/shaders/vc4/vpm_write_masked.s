# source: spec: Guide, section 3: lanes whose condition fails are not written
# run: r0 = [0 1], r1 = 9 -> vpm = [9 *]
mov.sf nop, r0
mov.zs vpm, r1
