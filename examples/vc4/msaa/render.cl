CLEAR_COLORS color0=0xff000000, color1=0xff000000
# Stores average the four samples of every pixel.
TILE_RENDERING_MODE_CONFIG address=@framebuffer, width=160, height=128, ms_mode_4x, format=RGBA8888, decimate_mode=X4
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
