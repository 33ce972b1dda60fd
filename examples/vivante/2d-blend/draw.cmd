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

LOAD_STATE DE.DEST_CONFIG format=A8R8G8B8, command=BIT_BLT
LOAD_STATE DE.ALPHA_CONTROL enable=ON

# Over, by the alpha of the source: the source times alpha, plus the destination times 1
# minus alpha.
LOAD_STATE DE.ALPHA_MODES pe10_src_color_multiply=ENABLE, src_blending_mode=ONE, dst_blending_mode=INVERSED
LOAD_STATE DE.SRC_ORIGIN x=20, y=20
DRAW_2D { RECTANGLE left=4, top=4, right=28, bottom=28 }
# The same with a global alpha of one half.
LOAD_STATE DE.ALPHA_CONTROL enable=ON, pe10_global_src_alpha=0x80
LOAD_STATE DE.ALPHA_MODES global_src_alpha_mode=GLOBAL, pe10_src_color_multiply=ENABLE, src_blending_mode=ONE, dst_blending_mode=INVERSED
DRAW_2D { RECTANGLE left=36, top=4, right=60, bottom=28 }
# Added.
LOAD_STATE DE.ALPHA_MODES src_blending_mode=ONE, dst_blending_mode=ONE
DRAW_2D { RECTANGLE left=4, top=36, right=28, bottom=60 }

# Flush of the engine's cache.
LOAD_STATE GL.FLUSH_CACHE pe2d
