//! Compressed frame buffers (AFBC).
//!
//! A surface has a header of 16 bytes for every superblock of 16x16 texels, and a body. The
//! compression of the hardware is undocumented. Tilescope writes superblocks that are not
//! compressed, in the form that the hardware has for those: the offset of the body from
//! the first header, and sixteen sizes of 1. The body has tiles of 4x4 texels, row by row, as
//! their texels are; the order of the hardware is unknown, and only units of the GPU see it. A
//! header of zeros is a superblock of zeros: drivers clear the headers of new surfaces.
//!
//! Sources: Mesa 22.3.6 `pan_resource.c`, panfrost_resource_init_afbc_headers, and
//! `pan_layout.c`; Mesa 25.0 `libpan/afbc.cl` for the sizes in a header.

/// Bytes of a header.
pub const HEADER_BYTES: u64 = 16;
/// Width and height of a superblock in texels.
pub const SIDE: u32 = 16;

/// The sizes in the header of a superblock that is not compressed: sixteen times 1, in 6
/// bits each, above the 32 bits of the offset.
pub const UNCOMPRESSED: u128 = {
    let mut sizes = 0;
    let mut i = 0;
    while i < 16 {
        sizes |= 1u128 << (32 + 6 * i);
        i += 1;
    }
    sizes
};

/// The number of a texel in the body of its superblock.
#[inline]
pub fn number((x, y): (u32, u32)) -> u64 {
    let tile = (y % SIDE / 4) * (SIDE / 4) + x % SIDE / 4;
    u64::from(tile * 16 + y % 4 * 4 + x % 4)
}
