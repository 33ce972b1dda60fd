# source: spec: Guide, section 3, small immediates
# run: -> ra0 = -16, ra1 = -15, ra2 = -14, ra3 = -13, ra4 = -12, ra5 = -11, ra6 = -10, ra7 = -9, ra8 = -8, ra9 = -7, ra10 = -6, ra11 = -5, ra12 = -4, ra13 = -3, ra14 = -2, ra15 = -1
or ra0, -16, -16
or ra1, -15, -15
or ra2, -14, -14
or ra3, -13, -13
or ra4, -12, -12
or ra5, -11, -11
or ra6, -10, -10
or ra7, -9, -9
or ra8, -8, -8
or ra9, -7, -7
or ra10, -6, -6
or ra11, -5, -5
or ra12, -4, -4
or ra13, -3, -3
or ra14, -2, -2
or ra15, -1, -1
