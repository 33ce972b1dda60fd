# source: spec: Guide, section 3: truncated towards zero
# run: r0 = [0.0 1.0 -1.0 1.5 -1.5 0.99999994 -0.99999994 2.7 -2.7 100.25 -1000.75 16777215.0 0.5 -0.5 65535.5 8388607.5] -> r2 = [0 1 -1 1 -1 0 0 2 -2 100 -1000 0xffffff 0 0 0xffff 0x7fffff]
ftoi r2, r0
