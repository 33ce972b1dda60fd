# The destination: 64 x 64 pixels of four bytes, without clipping.
LOAD_STATE DE.DEST_ADDRESS @frame
LOAD_STATE DE.DEST_STRIDE stride=256
LOAD_STATE DE.CLIP_TOP_LEFT x=0, y=0
LOAD_STATE DE.CLIP_BOTTOM_RIGHT x=64, y=64

# A dark grey background. A clear of the older engine writes eight bytes by their
# address; its raster operation must be set although it is not applied.
LOAD_STATE DE.ROP rop_fg=0xcc, rop_bg=0xcc, type=ROP4
LOAD_STATE DE.DEST_CONFIG format=A8R8G8B8, command=CLEAR
LOAD_STATE DE.CLEAR_BYTE_MASK 0xff
LOAD_STATE DE.CLEAR_PIXEL_VALUE_LOW 0xff303030, 0xff303030
DRAW_2D { RECTANGLE right=64, bottom=64 }

# The source: a ramp of red to the right and of green downwards.
LOAD_STATE DE.SRC_ADDRESS @image
LOAD_STATE DE.SRC_STRIDE stride=256
LOAD_STATE DE.SRC_CONFIG pe10_source_format=A8R8G8B8

LOAD_STATE DE.SRC_ORIGIN x=16, y=16
LOAD_STATE DE.DEST_CONFIG format=A8R8G8B8, command=BIT_BLT

# A copy: the bits of the source.
DRAW_2D { RECTANGLE left=4, top=4, right=28, bottom=28 }
# The inverted bits of the source.
LOAD_STATE DE.ROP rop_fg=0x33, rop_bg=0x33, type=ROP4
DRAW_2D { RECTANGLE left=36, top=4, right=60, bottom=28 }
# Source exclusive or destination.
LOAD_STATE DE.ROP rop_fg=0x66, rop_bg=0x66, type=ROP4
DRAW_2D { RECTANGLE left=4, top=36, right=28, bottom=60 }
# The source where a pattern of stripes is ones, the destination elsewhere: the pattern
# is white and black, so its bits select.
LOAD_STATE DE.ROP rop_fg=0xca, rop_bg=0xca, type=ROP4
LOAD_STATE DE.PATTERN_CONFIG format=MONOCHROME, type=PATTERN
LOAD_STATE DE.PATTERN_LOW 0xf0f0f0f0, 0xf0f0f0f0
LOAD_STATE DE.PATTERN_MASK_LOW 0xffffffff, 0xffffffff
LOAD_STATE DE.PATTERN_BG_COLOR 0
LOAD_STATE DE.PATTERN_FG_COLOR 0xffffffff
DRAW_2D { RECTANGLE left=36, top=36, right=60, bottom=60 }

# Flush of the engine's cache.
LOAD_STATE GL.FLUSH_CACHE pe2d
