CLEAR_COLORS color0=0xff203050, color1=0xff203050, zs=0xffffff, stencil=0
TILE_RENDERING_MODE_CONFIG address=@framebuffer, width=128, height=128, format=RGBA8888
TILE_COORDINATES
STORE_TILE_BUFFER_GENERAL

.for y in 0..2 {
  .for x in 0..2 {
    TILE_COORDINATES column=x, row=y
    .if x + y == 0 { WAIT_ON_SEMAPHORE }
    # Tile lists start with blocks of 64 bytes here.
    BRANCH_TO_SUB_LIST address=@tile_alloc + (y * 2 + x) * 64
    .if x == 1 && y == 1 { STORE_MS_TILE_BUFFER_AND_EOF } .else { STORE_MS_TILE_BUFFER }
  }
}
