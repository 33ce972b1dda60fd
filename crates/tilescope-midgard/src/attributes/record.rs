//! Records of attributes and of their buffers.

use tilescope_core::{Rule, Stopped};
use tilescope_tables::packet::Typed;

use super::{Divide, Magic, Threads};
use crate::descriptors::attributes::{
    attribute, attribute_buffer, attribute_buffer_as_modulus, attribute_buffer_as_npot,
    attribute_buffer_as_special, attribute_buffer_continuation_3d,
    attribute_buffer_continuation_npot, attribute_instance_id, attribute_vertex_id,
};
use crate::descriptors::{AttributeSpecial, AttributeType};
use crate::formats::{Format, RegisterType};
use crate::log::{Ctx, Port};
use crate::memory;
use crate::report::report;
use crate::rules::attribute as rules;

/// Attributes that a renderer state can count.
pub(super) const MAX: u32 = 1 << 16;

/// A buffer of elements, or an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// Address of element 0, a multiple of 64.
    pub base: u64,
    /// Bytes from one element to the next; of images, bytes of a texel.
    pub stride: u32,
    /// Size in bytes.
    pub size: u32,
    /// The number of the element of a thread.
    pub divide: Divide,
    /// The size of an image.
    pub image: Option<ImageSize>,
    /// The number of the record.
    pub index: u32,
    /// The kind of the following record, if this one needs a continuation.
    continuation: Option<AttributeType>,
}

/// The size and the strides of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageSize {
    /// Width, height and depth, or layers, in texels.
    pub size: [u32; 3],
    /// Bytes from one row to the next; of interleaved images, from one row of tiles.
    pub row_stride: u32,
    /// Bytes from one slice to the next.
    pub slice_stride: u32,
    /// Tiles of 16x16 texels.
    pub interleaved: bool,
}

impl Buffer {
    /// The number of the element of the thread with this linear number.
    #[inline]
    pub fn element(&self, linear: u32, first: u32) -> u32 {
        self.divide.apply(linear).wrapping_add(first)
    }

    pub(super) fn problem(&self) -> Option<(&'static Rule, String)> {
        match self.continuation {
            Some(AttributeType::Continuation) if self.index & 1 == 1 => Some((
                &rules::CONTINUATION_UNALIGNED,
                format!("its buffer record is number {}", self.index),
            )),
            Some(AttributeType::Continuation) | None => None,
            Some(other) => Some((
                &rules::CONTINUATION,
                format!(
                    "buffer record {} is followed by kind {}",
                    self.index,
                    other.bits()
                ),
            )),
        }
    }
}

/// The source of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A buffer.
    Buffer(Buffer),
    /// An image, for the accesses to images only.
    Image(Buffer),
    /// The number of the vertex.
    VertexId(Divide),
    /// The number of the instance.
    InstanceId(Magic),
    /// The coordinates of the fragment.
    FragCoord,
    /// All ones for front-facing primitives, 0 for others: Mesa's compiler takes the word as a
    /// boolean of NIR, and converts it to a float by an AND with 1.0 (midgard_compile.c).
    FrontFacing,
    /// The position in the point.
    PointCoord {
        /// The second coordinate is 1 at the first row.
        upwards: bool,
    },
    /// An undocumented kind.
    Unknown(u8),
}

impl Source {
    /// Whether it is a value of fragments.
    pub(crate) fn is_of_fragments(&self) -> bool {
        matches!(
            self,
            Source::FragCoord | Source::FrontFacing | Source::PointCoord { .. }
        )
    }

    /// The name in findings.
    pub fn name(&self) -> String {
        match self {
            Source::Buffer(_) => "in a buffer".to_string(),
            Source::Image(_) => "an image".to_string(),
            Source::VertexId(_) => "the vertex number".to_string(),
            Source::InstanceId(_) => "the instance number".to_string(),
            Source::FragCoord => "the fragment coordinates".to_string(),
            Source::FrontFacing => "the face".to_string(),
            Source::PointCoord { .. } => "the point coordinates".to_string(),
            Source::Unknown(kind) => format!("of kind {kind}"),
        }
    }
}

/// An attribute or varying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// Address of the record.
    pub address: u64,
    /// Its format.
    pub format: Format,
    /// Bytes added to the address of an element.
    pub offset: i32,
    /// Its source.
    pub source: Source,
}

impl Record {
    /// The record in `bytes` at `address`, and its buffer, which may be that of the `last` one.
    pub(super) fn decode(
        buffers: u64,
        address: u64,
        bytes: &[u8; 8],
        last: Option<&Record>,
        c: &mut Ctx<'_>,
    ) -> Record {
        let word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) >> 10;
        let offset = match attribute::OFFSET_ENABLE.is_set(bytes) {
            true => attribute::OFFSET.get(bytes) as u32 as i32,
            false => 0,
        };
        let index = attribute::BUFFER_INDEX.get(bytes) as u32;
        let format = Format::from_bits(word);
        // Unused records, of which any contents are legal, have no buffer either.
        let source = match last.map(|last| last.source) {
            Some(same @ Source::Buffer(Buffer { index: n, .. })) if n == index => same,
            _ => match buffer(buffers, index, c) {
                Some(pair) => source(&pair, index),
                None => Source::Unknown(0),
            },
        };
        Record {
            address,
            format,
            offset,
            source,
        }
    }

    /// Address of an element, if it is inside its buffer.
    #[inline]
    pub fn place(&self, buffer: &Buffer, element: u32) -> Option<u64> {
        let at = i64::from(buffer.stride) * i64::from(element) + i64::from(self.offset);
        let inside = at >= 0 && at + i64::from(self.format.bytes()) <= i64::from(buffer.size);
        inside.then(|| buffer.base.wrapping_add(at as u64))
    }

    /// The address of the elements of `threads`, if those are the first lanes of a batch, and
    /// their elements follow each other without gaps in one mapping.
    pub(super) fn run(
        &self,
        buffer: &Buffer,
        first: u32,
        threads: &Threads<'_>,
        c: &Ctx<'_>,
    ) -> Option<u64> {
        let (mask, [start, ..]) = (threads.mask, threads.linear);
        let (count, bytes) = (mask.count_ones(), self.format.bytes());
        let mut numbers = (0..count).zip(threads.linear);
        if mask & mask.wrapping_add(1) != 0
            || buffer.divide != Divide::None
            || buffer.stride != bytes
            || bytes == 0
            || !numbers.all(|(n, linear)| start.wrapping_add(n) == *linear)
        {
            return None;
        }
        let element = start.wrapping_add(first);
        self.place(buffer, element.checked_add(count.checked_sub(1)?)?)?;
        let address = self.place(buffer, element)?;
        (c.bus.mapped(address) >= u64::from(count * bytes)).then_some(address)
    }

    pub(super) fn outside(&self, buffer: &Buffer, element: u32) -> String {
        let Buffer {
            index,
            stride,
            size,
            ..
        } = buffer;
        let (offset, bytes) = (self.offset, self.format.bytes());
        format!(
            "element {element} of buffer {index}: {bytes} bytes at {element} * {stride} {offset:+}, \
             but the buffer has {size}"
        )
    }

    pub(super) fn load(
        &self,
        buffer: &Buffer,
        element: u32,
        to: RegisterType,
        c: &mut Ctx<'_>,
    ) -> Result<[u32; 4], Stopped> {
        let Some(address) = self.place(buffer, element) else {
            report(c, &rules::OUTSIDE, self.address, || {
                self.outside(buffer, element)
            });
            return Ok([0; 4]);
        };
        let mut bytes = [0; tilescope_pixel::packed::MAX_BYTES];
        let len = (self.format.bytes() as usize).min(bytes.len());
        if !memory::read_tracked(c, Port::Ls, address, &mut bytes[..len])? {
            report(c, &rules::UNWRITTEN, self.address, || {
                format!(
                    "element {element} of buffer {} at {address:#x}",
                    buffer.index
                )
            });
        }
        Ok(self.format.load(&bytes[..len], to))
    }

    /// The value of a special attribute in a lane, swizzled, as a register of type `to` has it.
    pub(super) fn special(&self, threads: &Threads<'_>, lane: usize, to: RegisterType) -> [u32; 4] {
        let lane = lane & 15;
        let linear = threads.linear[lane];
        let values = match (&self.source, threads.fragment) {
            // Without the first vertex of the draw: Mesa's shaders add it (`load_first_vertex`,
            // midgard_compile.c).
            (Source::VertexId(divide), _) => [divide.apply(linear), 0, 0, 1],
            (Source::InstanceId(magic), _) => [magic.divide(linear), 0, 0, 1],
            (Source::FragCoord, Some(fragment)) => fragment.coordinates.map(|c| c[lane]),
            (Source::FrontFacing, Some(fragment)) => {
                let front = u32::from(fragment.front >> lane & 1);
                [front.wrapping_neg(), 0, 0, 1]
            }
            (Source::PointCoord { upwards }, Some(fragment)) => {
                let [s, t] = fragment.point.map(|c| c[lane]);
                let t = match upwards {
                    true => (1.0 - f32::from_bits(t)).to_bits(),
                    false => t,
                };
                [s, t, 0, 1f32.to_bits()]
            }
            _ => [0; 4],
        };
        let values = self.format.swizzle.apply(values, self.format.one());
        match (to, self.format.is_integer()) {
            (RegisterType::Float, true) => values.map(|v| (v as f32).to_bits()),
            _ => values,
        }
    }

    /// Reports attribute `n`, whose stage or kind is another one.
    pub(super) fn wrong(&self, rule: &'static Rule, n: u32, c: &mut Ctx<'_>) {
        report(c, rule, self.address, || {
            format!("attribute {n} is {}", self.source.name())
        });
    }
}

/// A buffer record and the one after it.
fn buffer(buffers: u64, index: u32, c: &mut Ctx<'_>) -> Option<[u8; 32]> {
    let address = (buffers & !31).wrapping_add(16 * u64::from(index));
    let mut pair = [0; 32];
    let bus = c.bus;
    // The last record of an array has none after it.
    if bus.read(c.log, Port::Desc, address, &mut pair).is_err() {
        bus.read(c.log, Port::Desc, address, &mut pair[..16]).ok()?;
    }
    Some(pair)
}

fn source(pair: &[u8; 32], index: u32) -> Source {
    let (record, next) = pair.split_at(16);
    match Typed::read(attribute_buffer_as_special::SPECIAL, record) {
        AttributeSpecial::VertexId => {
            use attribute_vertex_id::{DIVISOR_P, DIVISOR_R};
            let (r, p) = Typed::read((DIVISOR_R, DIVISOR_P), record);
            return Source::VertexId(Divide::modulus(r, p));
        }
        AttributeSpecial::InstanceId => {
            use attribute_instance_id::{DIVISOR_E, DIVISOR_P, DIVISOR_R};
            let (r, e) = Typed::read((DIVISOR_R, DIVISOR_E), record);
            return Source::InstanceId(Magic::new(Typed::read(DIVISOR_P, record), r, e));
        }
        AttributeSpecial::FragCoord => return Source::FragCoord,
        AttributeSpecial::FrontFacing => return Source::FrontFacing,
        AttributeSpecial::PointCoordMinY => return Source::PointCoord { upwards: false },
        AttributeSpecial::PointCoordMaxY => return Source::PointCoord { upwards: true },
        AttributeSpecial::Unknown(_) => {}
    }
    let kind = Typed::read(attribute_buffer::TYPE, record);
    let r = Typed::read(attribute_buffer_as_modulus::DIVISOR_R, record);
    let follows = Typed::read(attribute_buffer_continuation_3d::TYPE, next);
    let mut buffer = Buffer {
        base: Typed::read(attribute_buffer::POINTER, record),
        stride: Typed::read(attribute_buffer::STRIDE, record),
        size: Typed::read(attribute_buffer::SIZE, record),
        divide: Divide::None,
        image: None,
        index,
        continuation: None,
    };
    match kind {
        AttributeType::N1D => {}
        AttributeType::N1DPotDivisor | AttributeType::N1DPotDivisorWriteReduction => {
            buffer.divide = Divide::Shift(r);
        }
        AttributeType::N1DModulus | AttributeType::N1DModulusWriteReduction => {
            let p = Typed::read(attribute_buffer_as_modulus::DIVISOR_P, record);
            buffer.divide = Divide::modulus(r, p);
        }
        AttributeType::N1DNpotDivisor | AttributeType::N1DNpotDivisorWriteReduction => {
            let e = Typed::read(attribute_buffer_as_npot::DIVISOR_E, record);
            let numerator =
                Typed::read(attribute_buffer_continuation_npot::DIVISOR_NUMERATOR, next);
            buffer.divide = Divide::Magic(Magic::new(numerator, r, e));
            buffer.continuation = Some(follows);
        }
        AttributeType::N3DLinear | AttributeType::N3DInterleaved => {
            use attribute_buffer_continuation_3d as size;
            let dimensions = [size::S_DIMENSION, size::T_DIMENSION, size::R_DIMENSION];
            buffer.image = Some(ImageSize {
                size: Typed::read(dimensions, next),
                row_stride: Typed::read(size::ROW_STRIDE, next),
                slice_stride: Typed::read(size::SLICE_STRIDE, next),
                interleaved: kind == AttributeType::N3DInterleaved,
            });
            buffer.continuation = Some(follows);
            return Source::Image(buffer);
        }
        AttributeType::N1DPrimitiveIndexBuffer
        | AttributeType::Continuation
        | AttributeType::Unknown(_) => return Source::Unknown(kind.bits()),
    }
    Source::Buffer(buffer)
}
