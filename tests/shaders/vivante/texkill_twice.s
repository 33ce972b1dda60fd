# source: spec: rules-ng isa.xml: any kill discards
# uniform: 2.0 3.0 0.0 0.0
# run: t1.x = [1.0 2.0 3.0 4.0] -> killed = [1 0 0 1]
texkill.lt void, t1.xxxx, u0.xxxx, void
texkill.gt void, t1.xxxx, u0.yyyy, void
