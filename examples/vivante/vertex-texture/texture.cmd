# 16 x 16 texels in tiles of 4 x 4: red is a wave from left to right, green increases
# downwards.
.for tile_y in 0..4 {
  .for tile_x in 0..4 {
    .for j in 0..4 {
      .for i in 0..4 {
        .set x = tile_x * 4 + i
        .set wave = x % 8
        .if wave > 4 { .set wave = 8 - wave }
        .u32 0xff000040 | wave * 51 << 16 | (tile_y * 4 + j) * 16 << 8
      }
    }
  }
}
