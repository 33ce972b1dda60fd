//! Access to compressed frame buffers (AFBC), whose form is that of [`tilescope_pixel::afbc`].

use tilescope_core::Stopped;

use crate::log::{Ctx, Port};
use crate::memory;
use crate::report::report;
use crate::rules::texture as rules;

pub use tilescope_pixel::afbc::{HEADER_BYTES, SIDE, UNCOMPRESSED, number};

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
        if header >> 32 != UNCOMPRESSED >> 32 {
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
        let header = UNCOMPRESSED | u128::from(offset);
        memory::write(c, self.port, self.header((x, y)), &header.to_le_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::Log;
    use tilescope_core::bus::Bus;
    use tilescope_core::{AddressSpace, Fuel, Region};

    #[test]
    fn superblocks_are_read_as_they_were_written() {
        let mut space = AddressSpace::new();
        space
            .map(Region::zeroed("surface", 0x1000, 0x4000))
            .unwrap();
        let (mut log, mut fuel) = (Log::default(), Fuel::new(1000));
        let c = &mut Ctx::serial(Bus::new(&space), &mut log, &mut fuel);
        let surface = Surface {
            headers: 0x1000,
            across: 3,
            texel_bytes: 4,
            port: Port::Tb,
        };
        // Headers of zeros, as drivers write them.
        assert_eq!(surface.texel((40, 17), c).unwrap(), None);
        let texels: Vec<u8> = (0..1024u32).map(|n| (n * 7) as u8).collect();
        surface.store((2, 1), 0x1080, &texels, c).unwrap();
        for (x, y) in [(32, 16), (40, 17), (47, 31)] {
            let address = surface.texel((x, y), c).unwrap().unwrap();
            let mut bytes = [0; 4];
            crate::memory::read(c, Port::Tex, address, &mut bytes).unwrap();
            let first = number((x, y)) as usize * 4;
            assert_eq!(bytes[..], texels[first..first + 4], "{x} {y}");
        }
        assert_eq!(surface.texel((31, 17), c).unwrap(), None);
        // The sixth of the sparse blocks.
        assert_eq!(surface.body((2, 1), c).unwrap(), Some(0x1080 + 5 * 1024));
        crate::memory::write(c, Port::Tb, 0x1000, &[1]).unwrap();
        assert!(surface.texel((0, 0), c).is_err());
    }
}
