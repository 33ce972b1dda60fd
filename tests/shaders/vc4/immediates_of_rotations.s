# source: hardware: vc4asm addendum, measured: rotation codes read as -16 to -1
# run: -> ra0 = -16, ra1 = -15, ra2 = -14, ra3 = -13, ra4 = -12, ra5 = -11, ra6 = -10, ra7 = -9, ra8 = -8, ra9 = -7, ra10 = -6, ra11 = -5, ra12 = -4, ra13 = -3, ra14 = -2, ra15 = -1
or ra0, si48, si48
or ra1, si49, si49
or ra2, si50, si50
or ra3, si51, si51
or ra4, si52, si52
or ra5, si53, si53
or ra6, si54, si54
or ra7, si55, si55
or ra8, si56, si56
or ra9, si57, si57
or ra10, si58, si58
or ra11, si59, si59
or ra12, si60, si60
or ra13, si61, si61
or ra14, si62, si62
or ra15, si63, si63
