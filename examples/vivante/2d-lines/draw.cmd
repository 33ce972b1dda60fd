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

# The colour of a line is that of ones in a one-bit source.
LOAD_STATE DE.DEST_CONFIG format=A8R8G8B8, command=LINE
LOAD_STATE DE.SRC_CONFIG pe10_source_format=MONOCHROME
LOAD_STATE DE.SRC_COLOR_FG 0xffffc040
LOAD_STATE DE.CLIP_BOTTOM_RIGHT x=64, y=60
DRAW_2D {
  .for i in 0..9 {
    RECTANGLE left=4, top=4, right=4 + i * 8, bottom=68 - i * 8
  }
}

# Flush of the engine's cache.
LOAD_STATE GL.FLUSH_CACHE pe2d
