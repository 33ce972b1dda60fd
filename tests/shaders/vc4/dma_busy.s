# source: spec: Guide, section 7: 1 while it runs
# run: vpm_ld_busy = 1 0, vpm_st_busy = 1 0 -> r0 = 1, r1 = 0, r2 = 1, r3 = 0
mov r0, vpm_ld_busy
mov r1, vpm_ld_busy
mov r2, vpm_st_busy
mov r3, vpm_st_busy
