# 32 x 32 texels, A8R8G8B8, in memory order: tiles of 4 x 4, row by row, and the texels
# of a tile row by row. A checkerboard of bright squares, the first one red.
.for tile_y in 0..8 {
  .for tile_x in 0..8 {
    .for j in 0..4 {
      .for i in 0..4 {
        .set square_x = (tile_x * 4 + i) / 8
        .set square_y = (tile_y * 4 + j) / 8
        .set texel = 0xffffffff
        .if (square_x + square_y) & 1 { .set texel = 0xff909090 }
        .if square_x + square_y == 0 { .set texel = 0xffff4040 }
        .u32 texel
      }
    }
  }
}
