# source: spec: Guide, section 3, small immediates
# run: -> ra0 = 0, ra1 = 1, ra2 = 2, ra3 = 3, ra4 = 4, ra5 = 5, ra6 = 6, ra7 = 7, ra8 = 8, ra9 = 9, ra10 = 10, ra11 = 11, ra12 = 12, ra13 = 13, ra14 = 14, ra15 = 15
or ra0, 0, 0
or ra1, 1, 1
or ra2, 2, 2
or ra3, 3, 3
or ra4, 4, 4
or ra5, 5, 5
or ra6, 6, 6
or ra7, 7, 7
or ra8, 8, 8
or ra9, 9, 9
or ra10, 10, 10
or ra11, 11, 11
or ra12, 12, 12
or ra13, 13, 13
or ra14, 14, 14
or ra15, 15, 15
