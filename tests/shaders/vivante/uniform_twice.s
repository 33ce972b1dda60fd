# source: spec: rules-ng isa.xml: one uniform may be read by several sources
# uniform: 0.0 1.0 2.0 3.0
# uniform: 4.0 5.0 6.0 7.0
# uniform: 8.0 9.0 10.0 11.0
# uniform: 12.0 13.0 14.0 15.0
# run: t1.x = 10.0 -> t0.x = 132.0
mad t0.x___, t1.xxxx, u3.xxxx, u3.xxxx
