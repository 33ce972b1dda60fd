CLEAR_COLORS color0=0xffffff00, color1=0xffffff00
TILE_RENDERING_MODE_CONFIG address=@framebuffer, width=640, height=480, format=RGBA8888
# Clear colours are applied by a store.
TILE_COORDINATES
STORE_TILE_BUFFER_GENERAL

.for y in 0..8 {
  .for x in 0..10 {
    TILE_COORDINATES column=x, row=y
    .if x + y == 0 { WAIT_ON_SEMAPHORE }
    BRANCH_TO_SUB_LIST address=@tile_alloc + (y * 10 + x) * 32
    .if x == 9 && y == 7 { STORE_MS_TILE_BUFFER_AND_EOF } .else { STORE_MS_TILE_BUFFER }
  }
}
