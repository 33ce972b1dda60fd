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

LOAD_STATE DE.SRC_ORIGIN x=0, y=0
LOAD_STATE DE.DEST_CONFIG format=A8R8G8B8, command=STRETCH_BLT

# 64 x 64 scaled to 32 x 32.
LOAD_STATE DE.SRC_SIZE x=64, y=64
LOAD_STATE DE.STRETCH_FACTOR_LOW x=(63 << 16) / 31
LOAD_STATE DE.STRETCH_FACTOR_HIGH y=(63 << 16) / 31
DRAW_2D { RECTANGLE right=32, bottom=32 }

# The last 8 x 8 scaled to 32 x 32.
LOAD_STATE DE.SRC_ORIGIN x=56, y=56
LOAD_STATE DE.SRC_SIZE x=8, y=8
LOAD_STATE DE.STRETCH_FACTOR_LOW x=(7 << 16) / 31
LOAD_STATE DE.STRETCH_FACTOR_HIGH y=(7 << 16) / 31
DRAW_2D { RECTANGLE left=32, top=32, right=64, bottom=64 }

# Flush of the engine's cache.
LOAD_STATE GL.FLUSH_CACHE pe2d
