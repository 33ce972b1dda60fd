# source: spec: rules-ng isa.xml: the result is clamped
# run: t1.x = [4.0 0.5 -1.0 1.0] -> t0.x = [0.25 1.0 0.0 1.0], t0.y = [1.0 1.0 0.5 1.0], t0.z = [0.0 0.5 0.0 0.0]
rcp.sat t0.x___, void, void, t1.xxxx
exp.sat t0._y__, void, void, t1.xxxx
frc.sat t0.__z_, void, void, t1.xxxx
