# source: spec: rules-ng isa.xml: uniforms are sources with swizzles and modifiers
# uniform: 1.0 2.0 3.0 4.0
# uniform: 0.5 -0.5 8.0 0.0
# run: -> t0 = 4.0 3.0 2.0 1.0, t1 = -0.5 0.5 -8.0 -0.0
mov t0, void, void, u0.wzyx
mov t1, void, void, -u1
