# Two triangles for each of 64 x 48 cells.
.for y in 0..48 {
  .for x in 0..64 {
    .set a = y * 65 + x
    .u16 a, a + 1, a + 65
    .u16 a + 1, a + 66, a + 65
  }
}
