# A sheet of 33 x 33 vertices over 128 x 128 pixels: Xs Ys in 1/16 pixel, Zs,
# 1/Wc, then red, green and blue. 24 bytes each.
.for y in 0..33 {
  .for x in 0..33 {
    .u16 x * 64, y * 64
    .f32 0.5, 1.0
    .f32 x / 32.0, 0.25 + ((x ^ y) & 4) / 8.0, y / 32.0
  }
}
