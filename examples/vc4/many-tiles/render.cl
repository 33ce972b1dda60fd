CLEAR_COLORS color0=0xffff00ff, color1=0xffff00ff
TILE_RENDERING_MODE_CONFIG address=@framebuffer, width=256, height=192, format=RGBA8888
TILE_COORDINATES
STORE_TILE_BUFFER_GENERAL

# A list contains its continuations: only its first block has a fixed address.
.for y in 0..3 {
  .for x in 0..4 {
    TILE_COORDINATES column=x, row=y
    .if x + y == 0 { WAIT_ON_SEMAPHORE }
    BRANCH_TO_SUB_LIST address=@tile_alloc + (y * 4 + x) * 32
    .if x == 3 && y == 2 { STORE_MS_TILE_BUFFER_AND_EOF } .else { STORE_MS_TILE_BUFFER }
  }
}
