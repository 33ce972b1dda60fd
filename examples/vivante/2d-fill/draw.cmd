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

# Green squares in one command; the clipping rectangle excludes the border.
LOAD_STATE DE.CLIP_TOP_LEFT x=2, y=2
LOAD_STATE DE.CLIP_BOTTOM_RIGHT x=62, y=62
LOAD_STATE DE.CLEAR_PIXEL_VALUE_LOW 0xff40ff40, 0xff40ff40
DRAW_2D {
  .for y in 0..8 {
    .for x in 0..8 {
      RECTANGLE left=x * 8, top=y * 8, right=x * 8 + 4, bottom=y * 8 + 4
    }
  }
}

# Flush of the engine's cache.
LOAD_STATE GL.FLUSH_CACHE pe2d
