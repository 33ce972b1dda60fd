# source: spec: Guide, section 7
# run: vpm_read = lane [7 8] -> vpm = lane [7 8]
mov vpm, vpm_read
mov vpm, vpm_read
