# source: spec: Guide, section 5: setup, then depth
# run: r0 = 0x00ffffff, rb15 = 0x123456 -> tlb_stencil_setup = 0x4000ffff, tlb_z = 0x123456
load_imm tlb_stencil_setup, 0x4000ffff
mov tlb_z, rb15
