# 128 x 128 pixels, row by row. Each says where it is: its column in blue, its row in
# green; red shows tiles of 4 x 4 as a chessboard.
.for y in 0..128 {
  .for x in 0..128 {
    .set pixel = 0xff000000 | y << 9 | x << 1
    .if (x / 4 + y / 4) & 1 { .set pixel = pixel | 0x600000 }
    .u32 pixel
  }
}
