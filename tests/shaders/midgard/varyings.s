# source: mesa: midgard.h, midgard_varying_params: modifiers divide the varying by a component
# run: varying0 = 2.0 4.0 6.0 8.0 -> r0 = 2.0 4.0 6.0 8.0, r1 = 0.25 0.5 0.75 1.0, r2 = 4.0
ldst
    LD_VARY.f32 R0.xyzw, 0.x, 0.x + 0x10
    LD_VARY.f32 R1.xyzw, 0.x, 0.x + 0x13
ldst
    LD_VARY.f32 R2.y~~~, 0.x, 0.x + 0x10
