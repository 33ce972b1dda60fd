CLEAR_COLORS color0=0xffffff00, color1=0xffffff00
TILE_RENDERING_MODE_CONFIG address=@frame, width=640, height=480, format=RGBA8888, memory_format=RASTER
# A store that stores nothing clears the tile buffer.
TILE_COORDINATES column=0, row=0
STORE_TILE_BUFFER_GENERAL buffer=NONE
WAIT_ON_SEMAPHORE
.for y in 0..8 {
  .for x in 0..10 {
    TILE_COORDINATES column=x, row=y
    BRANCH_TO_SUB_LIST address=@tile_alloc + (y * 10 + x) * 32
    .if y * 10 + x < 79 {
      STORE_MS_TILE_BUFFER
    } .else {
      STORE_MS_TILE_BUFFER_AND_EOF
    }
  }
}
