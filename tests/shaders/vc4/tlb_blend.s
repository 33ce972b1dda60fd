# source: mesa: source + destination as V8ADDS of the colour in r4
# run: color_load = 0x80ff0110, r0 = 0x90010210 -> tlb_color_all = 0xffff0320
sig_color_load nop
v8adds tlb_color_all, r4, r0
