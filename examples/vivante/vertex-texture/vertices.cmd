# x y in clip space, s t: a point at the centre of each 8 x 8 pixels.
.for j in 0..16 {
  .for i in 0..16 {
    .f32 (i * 8 + 4 - 64) / 64.0, (48 - j * 6) / 64.0, (i + 0.5) / 16.0, (j + 0.5) / 16.0
  }
}
