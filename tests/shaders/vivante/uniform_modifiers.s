# source: spec: rules-ng isa.xml: uniforms have swizzles and modifiers
# uniform: 0.0 1.0 2.0 3.0
# uniform: 4.0 5.0 6.0 7.0
# uniform: 8.0 9.0 10.0 11.0
# uniform: 12.0 13.0 14.0 15.0
# run: -> t0 = -7.0 -6.0 -5.0 -4.0, t1 = 4.0 5.0 6.0 7.0
mov t0, void, void, -u1.wzyx
mov t1, void, void, |u1|
