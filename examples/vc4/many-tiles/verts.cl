# A bent sheet of 65 x 49 vertices that fills 256 x 192 pixels: Xs Ys in 1/16
# pixel, Zs, 1/Wc, then red, green and blue. 24 bytes each.
.for y in 0..49 {
  .for x in 0..65 {
    .u16 x * 64 + x * (64 - x) * (y - 24) / 32, y * 64 + y * (48 - y) * (x - 32) / 32
    .f32 0.5, 1.0
    .f32 x / 64.0, y / 48.0, (x ^ y) & 1
  }
}
