# The rendering list of the published triangle demos (asurati/x03 d50, d51):
# 10 x 8 tiles of a 640 x 480 frame.
CLEAR_COLORS color0=0xffffff00, color1=0xffffff00
TILE_RENDERING_MODE_CONFIG address=@frame, width=640, height=480, format=RGBA8888
# Clearing needs a store that stores nothing.
TILE_COORDINATES
STORE_TILE_BUFFER_GENERAL buffer=NONE
.for y in 0..8 {
  .for x in 0..10 {
    TILE_COORDINATES column=x, row=y
    .if x == 0 && y == 0 { WAIT_ON_SEMAPHORE }
    BRANCH_TO_SUB_LIST address=@tile_alloc + (y * 10 + x) * 32
    .if x == 9 && y == 7 { STORE_MS_TILE_BUFFER_AND_EOF } .else { STORE_MS_TILE_BUFFER }
  }
}
