# source: spec: Guide, section 6: acquire by a read, release by a write
# run: mutex_acq = 1 -> r0 = 1, mutex_release = 0, vpm = 5
mov r0, mutex_acq
mov vpm, 5
mov mutex_release, nop
