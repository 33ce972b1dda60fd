# The texture unit returns red in the lowest byte, so here colours are 0xaabbggrr.
CLEAR_COLORS color0=0xff503020, color1=0xff503020
TILE_RENDERING_MODE_CONFIG address=@framebuffer, width=320, height=240, format=RGBA8888
TILE_COORDINATES
STORE_TILE_BUFFER_GENERAL

.for y in 0..4 {
  .for x in 0..5 {
    TILE_COORDINATES column=x, row=y
    .if x + y == 0 { WAIT_ON_SEMAPHORE }
    BRANCH_TO_SUB_LIST address=@tile_alloc + (y * 5 + x) * 32
    .if x == 4 && y == 3 { STORE_MS_TILE_BUFFER_AND_EOF } .else { STORE_MS_TILE_BUFFER }
  }
}
