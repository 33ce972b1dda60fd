# Two triangles for each of 32 x 32 cells.
.for y in 0..32 {
  .for x in 0..32 {
    .set a = y * 33 + x
    .u16 a, a + 1, a + 33
    .u16 a + 1, a + 34, a + 33
  }
}
