//! Images: texels of one level, read and written by shaders.
//!
//! An image is an attribute whose buffer has three dimensions. Texels outside of it read
//! as zeros, and writes to them are dropped (OpenGL ES 3.1, 8.22).
//!
//! Sources: Mesa 22.3.6 `pan_cmdstream.c`, emit_image_attribs and emit_image_bufs;
//! `midgard_compile.c`, emit_image_op.

use tilescope_core::Stopped;
use tilescope_exec::Lanes16;
use tilescope_exec::lanes::set_lane;
use tilescope_pixel::packed::MAX_BYTES;
use tilescope_shader::each_lane;

use crate::attributes::{Attributes, Buffer, ImageSize, Record, Source};
use crate::formats::{RegisterType, Storage};
use crate::log::{Ctx, Port};
use crate::memory;
use crate::report::report;
use crate::rules::attribute as rules;
use crate::shader::ImageOp;
use tilescope_pixel::elements::{Elements, Order, Slice};

/// Texels that sixteen threads access.
#[derive(Clone, Copy, Debug)]
pub struct Texels<'a> {
    /// The number of the attribute.
    pub image: u32,
    /// Column, row, and slice or layer: integers.
    pub at: &'a [Lanes16; 4],
    /// The lanes that take part.
    pub mask: u16,
}

/// An image that can be accessed.
struct Image<'r> {
    record: &'r Record,
    buffer: &'r Buffer,
    size: &'r ImageSize,
}

impl<'r> Image<'r> {
    fn new(attributes: &'r Attributes, n: u32, c: &mut Ctx<'_>) -> Option<Image<'r>> {
        let record = attributes.record(n, c)?;
        let Source::Image(buffer) = &record.source else {
            report(c, &rules::NOT_IMAGE, record.address, || {
                format!("attribute {n} is {}", record.source.name())
            });
            return None;
        };
        let image = Image {
            record,
            buffer,
            size: buffer.image.as_ref()?,
        };
        let bytes = record.format.bytes();
        if buffer.stride != bytes {
            report(c, &rules::IMAGE_TEXEL, record.address, || {
                let (stride, name) = (buffer.stride, record.format.name());
                format!("image {n} has texels of {stride} bytes, {name} of {bytes}")
            });
        }
        let [width, height, _] = image.size.size;
        let packed = Slice::packed(image.order(), Elements::texels(bytes), (width, height));
        let row = packed.row_stride;
        if height > 1 && u64::from(image.size.row_stride) < row {
            report(c, &rules::IMAGE_STRIDE, record.address, || {
                let stride = image.size.row_stride;
                format!("image {n} has rows of {row} bytes that are {stride} apart")
            });
        }
        Some(image)
    }

    fn order(&self) -> Order {
        match self.size.interleaved {
            true => Order::Interleaved,
            false => Order::Linear,
        }
    }

    /// Address of a texel, if it is in the image.
    fn address(&self, at: [u32; 3], c: &mut Ctx<'_>) -> Option<u64> {
        let [x, y, z] = at;
        let [width, height, depth] = self.size.size;
        if x >= width || y >= height || z >= depth {
            return None;
        }
        let elements = Elements::texels(self.buffer.stride);
        let offset = elements
            .offset(self.order(), self.size.row_stride.into(), (x, y))
            .wrapping_add(i64::from(z) * i64::from(self.size.slice_stride))
            .wrapping_add(self.record.offset.into());
        let end = offset.wrapping_add(self.record.format.bytes().into());
        if offset < 0 || end > i64::from(self.buffer.size) {
            report(c, &rules::IMAGE_OUTSIDE, self.record.address, || {
                let size = self.buffer.size;
                format!("texel {at:?} is at byte {offset}, but the buffer has {size}")
            });
            return None;
        }
        Some(self.buffer.base.wrapping_add(offset as u64))
    }

    fn bytes(&self) -> usize {
        match self.record.format.storage {
            Storage::Compressed(_) => 0,
            _ => (self.record.format.bytes() as usize).min(MAX_BYTES),
        }
    }

    /// The texel at an address, in a register of type `to`.
    fn load(
        &self,
        address: u64,
        at: [u32; 3],
        to: RegisterType,
        c: &mut Ctx<'_>,
    ) -> Result<[u32; 4], Stopped> {
        let mut bytes = [0; MAX_BYTES];
        let len = self.bytes();
        if !memory::read_tracked(c, Port::Ls, address, &mut bytes[..len])? {
            report(c, &rules::UNWRITTEN, self.record.address, || {
                format!("texel {at:?} at {address:#x}")
            });
        }
        Ok(self.record.format.load(&bytes[..len], to))
    }
}

/// Accesses the texels by registers of type `kind`. Texels outside of the image have address
/// 0, are loaded as zeros and are not written. Lanes outside of the mask are 0.
///
/// # Errors
/// A texel is in the image, but its memory is not mapped, or read-only.
pub fn access(
    attributes: &Attributes,
    texels: &Texels<'_>,
    op: &ImageOp<Lanes16>,
    kind: RegisterType,
    c: &mut Ctx<'_>,
) -> Result<[Lanes16; 4], Stopped> {
    let mut out = [Lanes16::ZERO; 4];
    let Some(image) = Image::new(attributes, texels.image, c) else {
        return Ok(out);
    };
    for lane in each_lane(texels.mask) {
        let at = std::array::from_fn(|i| texels.at[i][lane]);
        let Some(address) = image.address(at, c) else {
            continue;
        };
        let words = match op {
            ImageOp::Address => [address as u32, (address >> 32) as u32, 0, 0],
            ImageOp::Load => image.load(address, at, kind, c)?,
            ImageOp::Store(values) => {
                let values = std::array::from_fn(|i| values[i][lane]);
                let bytes = image.record.format.store(values, kind);
                memory::write(c, Port::Ls, address, &bytes[..image.bytes()])?;
                continue;
            }
        };
        set_lane(&mut out, lane, words);
    }
    Ok(out)
}
