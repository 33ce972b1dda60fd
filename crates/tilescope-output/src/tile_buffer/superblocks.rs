//! Access to compressed frame buffers (AFBC), whose form is that of [`tilescope_pixel::afbc`].

use tilescope_core::bus::Port;
use tilescope_core::{Rule, Stopped, UnitMemory};
use tilescope_pixel::afbc::{HEADER_BYTES, SIDE, UNCOMPRESSED, number};

/// The superblocks of a compressed surface.
#[derive(Clone, Copy, Debug)]
pub struct Superblocks {
    /// Address of the first header.
    pub headers: u64,
    /// Superblocks of a row.
    pub across: u32,
    /// Bytes of a texel.
    pub texel_bytes: u32,
    /// The rule about headers that the GPU did not write.
    pub rule: &'static Rule,
}

impl Superblocks {
    /// The number of a superblock.
    fn number(&self, (x, y): (u32, u32)) -> u64 {
        u64::from(y) * u64::from(self.across) + u64::from(x)
    }

    /// Address of the header of a superblock.
    fn header(&self, at: (u32, u32)) -> u64 {
        let offset = self.number(at) * HEADER_BYTES;
        self.headers.wrapping_add(offset)
    }

    /// Bytes of a superblock.
    fn body_bytes(&self) -> u64 {
        u64::from(SIDE * SIDE) * u64::from(self.texel_bytes)
    }

    /// Address of the body of a superblock; `None` if all of its texels are zero.
    ///
    /// # Errors
    /// The header is not mapped, or is not one that the GPU wrote.
    pub fn body<P: Port>(
        &self,
        at: (u32, u32),
        memory: &mut UnitMemory<'_, '_, P>,
    ) -> Result<Option<u64>, Stopped> {
        let address = self.header(at);
        let mut bytes = [0; HEADER_BYTES as usize];
        memory.read(address, &mut bytes)?;
        let header = u128::from_le_bytes(bytes);
        if header == 0 {
            return Ok(None);
        }
        if header >> 32 != UNCOMPRESSED >> 32 {
            memory.log.find(self.rule, (address, 0), |place| {
                let text = format!("header {at:?} of {:#x} is {header:#034x}", self.headers);
                (place.clone(), text)
            });
            Stopped::check(memory.log)?;
            return Ok(None);
        }
        Ok(Some(self.headers.wrapping_add(u64::from(header as u32))))
    }

    /// Address of a texel; `None` if it is zero.
    ///
    /// # Errors
    /// As [`Superblocks::body`].
    pub fn texel<P: Port>(
        &self,
        (x, y): (u32, u32),
        memory: &mut UnitMemory<'_, '_, P>,
    ) -> Result<Option<u64>, Stopped> {
        let body = self.body((x / SIDE, y / SIDE), memory)?;
        Ok(body.map(|body| body.wrapping_add(number((x, y)) * u64::from(self.texel_bytes))))
    }

    /// Writes a superblock: its texels, given as the body has them, to its place in the sparse
    /// body that starts at `body`, and its header.
    ///
    /// # Errors
    /// The memory is not mapped.
    pub fn store<P: Port>(
        &self,
        at: (u32, u32),
        body: u64,
        texels: &[u8],
        memory: &mut UnitMemory<'_, '_, P>,
    ) -> Result<(), Stopped> {
        let address = body.wrapping_add(self.number(at) * self.body_bytes());
        let len = texels.len().min(self.body_bytes() as usize);
        memory.write(address, &texels[..len])?;
        let offset = address.wrapping_sub(self.headers) as u32;
        let header = UNCOMPRESSED | u128::from(offset);
        memory.write(self.header(at), &header.to_le_bytes())
    }
}
