# Depth is cleared to the maximum, 2^24 - 1.
CLEAR_COLORS color0=0xffffff00, color1=0xffffff00, zs=0xffffff
TILE_RENDERING_MODE_CONFIG address=@framebuffer, width=320, height=240, format=RGBA8888
TILE_COORDINATES
STORE_TILE_BUFFER_GENERAL

.for y in 0..4 {
  .for x in 0..5 {
    TILE_COORDINATES column=x, row=y
    .if x + y == 0 { WAIT_ON_SEMAPHORE }
    BRANCH_TO_SUB_LIST address=@tile_alloc + (y * 5 + x) * 32
    # Two stores of one tile: the first must not clear what the second needs,
    # and each wants the coordinates.
    STORE_TILE_BUFFER_GENERAL buffer=ZS, address=@depth, disable_color_clear, disable_zs_clear
    TILE_COORDINATES column=x, row=y
    .if x == 4 && y == 3 { STORE_MS_TILE_BUFFER_AND_EOF } .else { STORE_MS_TILE_BUFFER }
  }
}
