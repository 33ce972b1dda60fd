//! Accesses to what is outside the registers.

use super::io::{Components, Interpolation, LookupMode};
use crate::formats::Format;
use crate::isa::{Dimension, LdstOp};
use tilescope_exec::atomic::AtomicOp;
use tilescope_exec::bytes::Bytes;
pub use tilescope_shader::{Address, Index, Results};
use tilescope_shader::{Slot, UnitOp};

/// An access to an entry of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryOp<H> {
    pub index: Index<H>,
    pub secondary: bool,
    pub infers: bool,
    pub components: Components,
}

/// A texture lookup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextureOp<H> {
    pub texture: Index<H>,
    pub sampler: Index<H>,
    pub mode: LookupMode,
    pub dimension: Dimension,
    pub at: [H; 4],
    pub lod: H,
    pub implicit: bool,
    /// Added to the position; `None` for zeros.
    pub offset: Option<[H; 3]>,
}

/// A write to the tile buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteOp<H> {
    pub colour: [H; 4],
    pub second: [H; 4],
    pub target: Option<H>,
    pub depth: Option<H>,
    pub stencil: Option<H>,
    /// It is the only one, and nothing follows: if all threads come to it together, the device may
    /// take the colour after the run.
    pub last: bool,
}

/// The operation on the coordinates or content of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageOp<H> {
    /// Gives the address.
    Address,
    /// Reads the texel.
    Load,
    /// Writes these words.
    Store([H; 4]),
}

/// An atomic operation on memory. It returns the low and the high word of the old content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atomically<H> {
    pub address: Address<H>,
    pub op: AtomicOp,
    pub wide: bool,
    pub big_endian: bool,
    pub value: [H; 2],
    pub compare: [H; 2],
}

/// An access to a texel of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texel<H> {
    pub entry: EntryOp<H>,
    pub op: ImageOp<H>,
    /// Integers.
    pub at: [H; 4],
}

/// A request to a unit, with operands of some form: slots, or words of lanes.
#[derive(Clone, Copy, Debug)]
pub enum Request<H> {
    Load(Address<H>, Bytes),
    Store {
        address: Address<H>,
        bytes: Bytes,
        /// The bytes that are stored.
        mask: u16,
        words: [H; 4],
    },
    Atomic(Atomically<H>),
    Uniform {
        buffer: u32,
        offset: Index<H>,
        bytes: Bytes,
    },
    Attribute {
        entry: EntryOp<H>,
        vertex: Option<Index<H>>,
    },
    Varying {
        entry: EntryOp<H>,
        how: Interpolation,
        /// The device may set the results before the run.
        first: bool,
    },
    StoreVarying(EntryOp<H>, [H; 4]),
    Image(Texel<H>),
    Texture(TextureOp<H>),
    Tile {
        target: u8,
        sample: Index<H>,
        components: Components,
    },
    Special(Index<H>),
    /// Converts a colour to or from a format.
    Colour {
        op: LdstOp,
        format: Format,
        words: [H; 4],
    },
    Write(WriteOp<H>),
    /// Kills the lanes whose word is not 0.
    Kill(H),
    Barrier,
    /// The hardware stops.
    Stop,
    /// Behaviour that is not implemented.
    Missing(&'static str),
}

/// An access to something other than the slots of the lanes.
#[derive(Clone, Copy, Debug)]
pub struct Unit<H = Slot> {
    pub request: Request<H>,
    pub results: Results,
}

impl<H> From<Request<H>> for Unit<H> {
    /// An access without results.
    fn from(request: Request<H>) -> Unit<H> {
        Unit {
            request,
            results: [None; 4],
        }
    }
}

impl Unit {
    /// The access with the slots that it uses.
    pub fn access(self) -> UnitOp<Unit> {
        let mut op = UnitOp::new(self);
        op.writes.extend(self.results.iter().flatten().map(|r| r.0));
        let (reads, unsure) = (&mut op.reads, &mut op.unsure);
        match self.request {
            Request::Load(address, _) => reads.extend(address.slots()),
            Request::Store {
                address,
                words,
                bytes,
                ..
            } => {
                reads.extend(address.slots());
                reads.extend(&words[..usize::from(bytes.count).div_ceil(4)]);
            }
            Request::Atomic(a) => {
                reads.extend(a.address.slots().chain(a.value).chain(a.compare));
            }
            Request::Uniform { offset: index, .. }
            | Request::Tile { sample: index, .. }
            | Request::Special(index) => reads.extend(index.of),
            Request::Attribute { entry, vertex } => {
                reads.extend(entry.index.of);
                reads.extend(vertex.and_then(|vertex| vertex.of));
            }
            Request::Varying { entry, .. } => reads.extend(entry.index.of),
            Request::StoreVarying(entry, words) => {
                reads.extend(entry.index.of);
                // The format in memory decides how many matter.
                reads.push(words[0]);
                unsure.extend_from_slice(&words[1..]);
            }
            Request::Image(texel) => {
                reads.extend(texel.entry.index.of);
                unsure.extend(texel.at);
                if let ImageOp::Store(words) = texel.op {
                    unsure.extend(words);
                }
            }
            Request::Texture(t) => {
                reads.extend(t.texture.of.into_iter().chain(t.sampler.of));
                reads.extend([t.at[0], t.lod]);
                reads.extend(t.offset.into_iter().flatten());
                // The dimension of the texture decides how many matter.
                unsure.extend_from_slice(&t.at[1..]);
            }
            // The format decides how many matter.
            Request::Colour { words, .. } => unsure.extend(words),
            Request::Write(w) => {
                reads.extend([w.target, w.depth, w.stencil].into_iter().flatten());
                // The formats and the blending of the target decide what matters.
                unsure.extend(w.colour.into_iter().chain(w.second));
            }
            Request::Kill(slot) => reads.push(slot),
            Request::Barrier => op.blocks = true,
            Request::Stop | Request::Missing(_) => {}
        }
        op
    }
}
