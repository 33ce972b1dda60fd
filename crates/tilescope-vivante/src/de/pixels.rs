//! Surfaces of the 2D engine.

use tilescope_pixel::Format;

use super::{NARROW, WIDEN};
use crate::bus::Port;
use crate::cmd::Rectangle;
use crate::fe::Work;
use crate::log::Register;
use crate::regs::enums::DeFormat;
use crate::rules::mem;
use crate::stopped::{Stopped, at_memory};

/// The pixel format; `None` for unimplemented and unknown ones.
pub(super) fn format(format: DeFormat) -> Option<Format> {
    Some(match format {
        DeFormat::X4R4G4B4 => Format::B4G4R4X4Unorm,
        DeFormat::A4R4G4B4 => Format::B4G4R4A4Unorm,
        DeFormat::X1R5G5B5 => Format::B5G5R5X1Unorm,
        DeFormat::A1R5G5B5 => Format::B5G5R5A1Unorm,
        DeFormat::R5G6B5 => Format::B5G6R5Unorm,
        DeFormat::X8R8G8B8 => Format::B8G8R8X8Unorm,
        DeFormat::A8R8G8B8 => Format::B8G8R8A8Unorm,
        DeFormat::A8 => Format::A8Unorm,
        DeFormat::Yuy2
        | DeFormat::Uyvy
        | DeFormat::Index8
        | DeFormat::Monochrome
        | DeFormat::Yv12
        | DeFormat::Nv12
        | DeFormat::Nv16
        | DeFormat::Rg16
        | DeFormat::Unknown(_) => return None,
    })
}

/// A linear surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    pub address: u32,
    pub stride: u32,
    pub format: Format,
    /// The register that holds `address`.
    pub register: Register,
}

impl Plane {
    /// Bytes of a pixel.
    pub fn bytes(&self) -> usize {
        self.format.bits_per_texel() as usize / 8
    }

    pub fn address(&self, x: u16, y: u16) -> u32 {
        let row = u32::from(y).wrapping_mul(self.stride);
        let column = u32::from(x) * self.bytes() as u32;
        self.address.wrapping_add(row).wrapping_add(column)
    }

    /// The colour of a pixel.
    pub fn load(&self, pixel: &[u8]) -> u32 {
        let mut bits = [0; 8];
        for (bit, byte) in bits.iter_mut().zip(pixel) {
            *bit = *byte;
        }
        self.format.unpack_texel(u64::from_le_bytes(bits), WIDEN) as u32
    }

    /// Writes the bits of a pixel.
    pub fn store(&self, pixel: &mut [u8], bits: u64) {
        for (byte, bits) in pixel.iter_mut().zip(bits.to_le_bytes()) {
            *byte = bits;
        }
    }

    pub fn store_colour(&self, pixel: &mut [u8], colour: u32) {
        self.store(pixel, self.format.pack(colour, NARROW));
    }
}

/// The mapping from destination pixels to source pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walk {
    /// The rectangle's corner is the origin.
    Absolute,
    /// Pixel 0, 0 of the destination is the origin.
    Relative,
    /// As [`Walk::Absolute`], with this many source pixels for each, in 16.16.
    Stretch { x: u32, y: u32 },
}

/// The source of a copy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub plane: Plane,
    /// The colour of alpha-only sources.
    pub tint: u32,
    pub origin: (i16, i16),
    pub walk: Walk,
}

impl Source {
    /// Whether it starts before the pixels of rectangle `r` in `plane`.
    pub fn is_before(&self, plane: Plane, r: Rectangle) -> bool {
        let from = match self.walk {
            Walk::Relative => (r.left, r.top),
            Walk::Absolute | Walk::Stretch { .. } => (0, 0),
        };
        self.address(from.0.into(), from.1.into()) < plane.address(r.left, r.top)
    }

    /// Address of the pixel at this column and row from the origin.
    fn address(&self, column: u32, row: u32) -> u32 {
        let x = column.wrapping_add_signed(self.origin.0.into()) as u16;
        let y = row.wrapping_add_signed(self.origin.1.into()) as u16;
        self.plane.address(x, y)
    }

    /// The colours for row `y` of the destination, for a non-empty range of
    /// columns.
    pub fn row(
        &self,
        r: Rectangle,
        (left, right): (u16, u16),
        y: u16,
        work: &mut Work<'_, '_>,
    ) -> Result<Vec<u32>, Stopped> {
        let size = self.plane.bytes();
        let mut bytes = vec![0; usize::from(right - left) * size];
        let base = Some(self.plane.register);
        let mut read = |address: u32, out: &mut [u8]| {
            work.bus
                .read(work.log, Port::De, address, out)
                .map_err(|fault| at_memory(&mem::READ_OUTSIDE, base, fault, work.log))
        };
        match self.walk {
            Walk::Absolute => {
                let (column, row) = (left - r.left, y - r.top);
                read(self.address(column.into(), row.into()), &mut bytes)?;
            }
            Walk::Relative => read(self.address(left.into(), y.into()), &mut bytes)?,
            // Only the integer part is used. Source: rnndb, STRETCH_FACTOR_LOW.
            Walk::Stretch {
                x: by_column,
                y: by_row,
            } => {
                let whole = |n: u16, by: u32| ((u64::from(n) * u64::from(by)) >> 16) as u32;
                let row = whole(y - r.top, by_row);
                for (x, pixel) in (left..right).zip(bytes.chunks_exact_mut(size)) {
                    read(self.address(whole(x - r.left, by_column), row), pixel)?;
                }
            }
        }
        let only_alpha = self.plane.format == Format::A8Unorm;
        let colours = bytes.chunks_exact(size).map(|pixel| {
            let colour = self.plane.load(pixel);
            match only_alpha {
                true => colour & 0xff00_0000 | self.tint & 0x00ff_ffff,
                false => colour,
            }
        });
        Ok(colours.collect())
    }
}
