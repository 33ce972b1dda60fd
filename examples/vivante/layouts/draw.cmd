# From each layout to the next by RS, and finally back to linear. 128 x 128 pixels of
# four bytes. Strides are bytes of a row of pixels for linear surfaces, and of a row of
# 4 x 4 tiles for others; surfaces split between two pixel pipes have a half for each,
# one after the other.
LOAD_STATE GL.FLUSH_CACHE depth, color
LOAD_STATE GL.SEMAPHORE_TOKEN from=FE, to=PE
STALL from=FE, to=PE
LOAD_STATE GL.PIPE_SELECT pipe=PIPE_3D

LOAD_STATE TS.MEM_CONFIG
LOAD_STATE RS.DITHER[0] 0xffffffff, 0xffffffff
LOAD_STATE RS.CLEAR_CONTROL mode=DISABLED
LOAD_STATE RS.EXTRA_CONFIG aa=0, endian=NO_SWAP
# Each of the two pipes copies half the rows.
LOAD_STATE RS.PIPE.OFFSET {
  RS.PIPE.OFFSET[0] x=0, y=0
  RS.PIPE.OFFSET[1] x=0, y=64
}
LOAD_STATE RS.WINDOW_SIZE width=128, height=64

# Tiled: tiles of 4 x 4 pixels, row by row.
LOAD_STATE RS.CONFIG source_format=A8R8G8B8, dest_format=A8R8G8B8, dest_tiled
LOAD_STATE RS.SOURCE_STRIDE stride=128 * 4
LOAD_STATE RS.DEST_STRIDE stride=128 * 4 * 4
LOAD_STATE RS.PIPE.SOURCE_ADDR[0] @image, @image
LOAD_STATE RS.PIPE.DEST_ADDR[0] @tiled, @tiled
LOAD_STATE RS.KICKER 0xbeebbeeb

# Supertiled: supertiles of 64 x 64 pixels, with tiles in the order of the table in
# etna_viv's hardware.md.
LOAD_STATE RS.CONFIG source_format=A8R8G8B8, source_tiled, dest_format=A8R8G8B8, dest_tiled
LOAD_STATE RS.SOURCE_STRIDE stride=128 * 4 * 4
LOAD_STATE RS.DEST_STRIDE stride=128 * 4 * 4, tiling
LOAD_STATE RS.PIPE.SOURCE_ADDR[0] @tiled, @tiled
LOAD_STATE RS.PIPE.DEST_ADDR[0] @supertiled, @supertiled
LOAD_STATE RS.KICKER 0xbeebbeeb

# Multi-tiled: every second tile, in a checkerboard pattern, belongs to the second
# pipe.
LOAD_STATE RS.CONFIG source_format=A8R8G8B8, source_tiled, dest_format=A8R8G8B8, dest_tiled
LOAD_STATE RS.SOURCE_STRIDE stride=128 * 4 * 4, tiling
LOAD_STATE RS.DEST_STRIDE stride=128 * 4 * 4, multi
LOAD_STATE RS.PIPE.SOURCE_ADDR[0] @supertiled, @supertiled
LOAD_STATE RS.PIPE.DEST_ADDR[0] @multi_tiled, @multi_tiled + 0x8000
LOAD_STATE RS.KICKER 0xbeebbeeb

# Multi-supertiled: the render target layout of GC2000. Supertiles of 64 x 128 pixels,
# split between the pipes.
LOAD_STATE RS.CONFIG source_format=A8R8G8B8, source_tiled, dest_format=A8R8G8B8, dest_tiled
LOAD_STATE RS.SOURCE_STRIDE stride=128 * 4 * 4, multi
LOAD_STATE RS.DEST_STRIDE stride=128 * 4 * 4, tiling, multi
LOAD_STATE RS.PIPE.SOURCE_ADDR[0] @multi_tiled, @multi_tiled + 0x8000
LOAD_STATE RS.PIPE.DEST_ADDR[0] @multi_supertiled, @multi_supertiled + 0x8000
LOAD_STATE RS.KICKER 0xbeebbeeb

# Back to linear, as required by displays.
LOAD_STATE RS.CONFIG source_format=A8R8G8B8, source_tiled, dest_format=A8R8G8B8
LOAD_STATE RS.SOURCE_STRIDE stride=128 * 4 * 4, tiling, multi
LOAD_STATE RS.DEST_STRIDE stride=128 * 4
LOAD_STATE RS.PIPE.SOURCE_ADDR[0] @multi_supertiled, @multi_supertiled + 0x8000
LOAD_STATE RS.PIPE.DEST_ADDR[0] @result, @result
LOAD_STATE RS.KICKER 0xbeebbeeb
