# source: spec: rules-ng isa.xml: absolute value, then negation, of bit 31
# run: t1.x = [0.0 -0.0 1.5 -2.0 inf -inf 1e-45 -1e-45] -> t0.x = [-0.0 0.0 -1.5 2.0 -inf inf -1e-45 1e-45], t0.y = [0.0 0.0 1.5 2.0 inf inf 1e-45 1e-45], t0.z = [-0.0 -0.0 -1.5 -2.0 -inf -inf -1e-45 -1e-45]
mov t0.x___, void, void, -t1.xxxx
mov t0._y__, void, void, |t1.xxxx|
mov t0.__z_, void, void, -|t1.xxxx|
