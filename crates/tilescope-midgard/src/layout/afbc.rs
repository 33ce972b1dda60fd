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

use tilescope_core::Stopped;

use crate::log::{Ctx, Port};
use crate::memory;
use crate::report::report;
use crate::rules::texture as rules;

/// Bytes of a header.
pub const HEADER_BYTES: u64 = 16;
/// Width and height of a superblock in texels.
pub const SIDE: u32 = 16;

/// The sizes in the header of a superblock that is not compressed: sixteen times 1, in 6
/// bits each, above the 32 bits of the offset.
const RAW: u128 = {
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

/// A compressed surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surface {
    /// Address of the first header.
    pub headers: u64,
    /// Superblocks of a row.
    pub across: u32,
    /// Bytes of a texel.
    pub texel_bytes: u32,
    /// The unit that accesses it.
    pub port: Port,
}

impl Surface {
    /// Address of the header of a superblock.
    pub fn header(&self, (x, y): (u32, u32)) -> u64 {
        let number = u64::from(y) * u64::from(self.across) + u64::from(x);
        self.headers.wrapping_add(number * HEADER_BYTES)
    }

    /// Bytes of a superblock.
    pub fn body_bytes(&self) -> u64 {
        u64::from(SIDE * SIDE) * u64::from(self.texel_bytes)
    }

    /// Address of the body of a superblock; `None` if all of its texels are zero.
    ///
    /// # Errors
    /// The header is not mapped, or is not one that the GPU wrote.
    pub fn body(&self, at: (u32, u32), c: &mut Ctx<'_>) -> Result<Option<u64>, Stopped> {
        let address = self.header(at);
        let mut bytes = [0; HEADER_BYTES as usize];
        memory::read(c, self.port, address, &mut bytes)?;
        let header = u128::from_le_bytes(bytes);
        if header == 0 {
            return Ok(None);
        }
        if header >> 32 != RAW >> 32 {
            report(c, &rules::AFBC_HEADER, address, || {
                format!("header {at:?} of {:#x} is {header:#034x}", self.headers)
            });
            Stopped::check(c.log)?;
            return Ok(None);
        }
        Ok(Some(self.headers.wrapping_add(u64::from(header as u32))))
    }

    /// Address of a texel; `None` if it is zero.
    ///
    /// # Errors
    /// As [`Surface::body`].
    pub fn texel(&self, (x, y): (u32, u32), c: &mut Ctx<'_>) -> Result<Option<u64>, Stopped> {
        let body = self.body((x / SIDE, y / SIDE), c)?;
        Ok(body.map(|body| body.wrapping_add(number((x, y)) * u64::from(self.texel_bytes))))
    }

    /// Writes a superblock: its texels, given as the body has them, to its place in the sparse
    /// body that starts at `body`, and its header.
    ///
    /// # Errors
    /// The memory is not mapped.
    pub fn store(
        &self,
        (x, y): (u32, u32),
        body: u64,
        texels: &[u8],
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        let block = u64::from(y) * u64::from(self.across) + u64::from(x);
        let address = body.wrapping_add(block * self.body_bytes());
        let len = texels.len().min(self.body_bytes() as usize);
        memory::write(c, self.port, address, &texels[..len])?;
        let offset = address.wrapping_sub(self.headers) as u32;
        let header = RAW | u128::from(offset);
        memory::write(c, self.port, self.header((x, y)), &header.to_le_bytes())
    }
}
