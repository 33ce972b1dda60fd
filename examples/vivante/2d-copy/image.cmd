# 64 x 64 pixels, A8R8G8B8: red increases to the right, green downwards; alpha is a
# quarter in the left half.
.for y in 0..64 {
  .for x in 0..64 {
    .set alpha = 0xff
    .if x < 32 { .set alpha = 0x40 }
    .u32 alpha << 24 | (x * 4) << 16 | (y * 4) << 8 | 0x40
  }
}
