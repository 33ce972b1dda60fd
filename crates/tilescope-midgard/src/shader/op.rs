//! Values and units of the engine's operations, the result of translation.

use super::io::{AtomicOp, Components, Interpolation};
use crate::formats::Format;
use crate::isa::{AluOp, Dimension, LdstOp, OutmodInt, SamplerType};
use tilescope_exec::half::Rounding;
use tilescope_shader::{Slot, UnitOp};

/// The width of the components of an integer operation, below 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    W8,
    W16,
    W32,
}

impl Width {
    pub const fn bits(self) -> u32 {
        match self {
            Width::W8 => 8,
            Width::W16 => 16,
            Width::W32 => 32,
        }
    }
}

/// A word of a value of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    Low,
    High,
}

/// The value of an operation on slots. Floats of 16 and 32 bits are binary32, integers
/// below 32 bits are extended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    Mov,
    Neg,
    Abs,
    /// Float arithmetic with unspecified NaN bits, rounded to nearest.
    /// [`Code::Canonical`] follows where the bits are observable.
    Add,
    Mul,
    /// a, with every NaN replaced by the canonical one.
    Canonical,
    Min,
    Max,
    /// All ones or 0.
    Lt,
    Le,
    Eq,
    Ne,
    Floor,
    Rcp,
    Rsqrt,
    /// Float output modifiers: at least 0; in [-1, 1]; in [0, 1].
    Positive,
    Signed,
    Unit,
    /// The half in the lower or upper 16 bits as a binary32.
    Half(Part),
    /// The second operand with the binary32 of the first as one of its halves.
    PutHalf(Part, Rounding),
    /// A field of the first operand, extended.
    Field {
        shift: u8,
        bits: u8,
        signed: bool,
    },
    /// The second operand with the low bits of the first in a field.
    PutField {
        shift: u8,
        bits: u8,
    },
    /// The low bits of the first operand, extended.
    IntAdd,
    IntSub,
    IntMul,
    And,
    Or,
    Xor,
    IntEq,
    IntNe,
    IntLt,
    UintLt,
    ShiftLeft,
    /// b if a is not 0, else c.
    Select,
    /// b where a has bits, else c.
    SelectBits,
    DerivativeX,
    DerivativeY,
    /// An operation on components below 64 bits that few programs need.
    Alu(AluOp, Width),
    /// The same, with an output modifier other than keeplo: the destination has so many
    /// bits.
    Saturated(AluOp, Width, OutmodInt, u8),
    /// An operation on components of 64 bits: operands are two pairs of words.
    Wide(AluOp, Part),
    /// A binary32 as binary64.
    WidenFloat(Part),
    /// The binary64 of two words as binary32.
    NarrowFloat,
    /// A quotient of floats.
    Div,
    /// Words of the coordinates of a cube map, from a direction.
    Cube(Part),
    /// A component of the result of FATAN2_PT1: 0, 2 or 3.
    Angle(u8),
}

/// A value that is the same in all lanes for a whole job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// A word.
    Word(u32),
    /// A component of a uniform register, counted from r23 downward.
    Uniform {
        /// 0 for r23.
        index: u8,
        /// The component.
        component: u8,
    },
}

/// The sum of the operands of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// Base: low and high word.
    pub base: [Slot; 2],
    /// Index: low and high word.
    pub index: [Slot; 2],
    /// Whether the index has 32 bits with sign; its high word is then ignored.
    pub signed: bool,
    /// Left shift of the index.
    pub shift: u8,
    /// Added.
    pub offset: i32,
}

/// The order of bytes in memory: groups of so many bytes are reversed.
pub type Reversed = u8;

/// The slots that a load fills, with the component that each receives.
pub type Results = [Option<(Slot, u8)>; 4];

/// An index that is a slot plus a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    pub slot: Option<Slot>,
    pub shift: u8,
    pub offset: i32,
}

/// An access to an entry of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryOp {
    pub index: Index,
    pub secondary: bool,
    pub infers: bool,
    pub components: Components,
}

/// A texture lookup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextureOp {
    pub texture: Index,
    pub sampler: Index,
    pub mode: super::io::LookupMode,
    pub dimension: Dimension,
    pub texels: SamplerType,
    pub at: [Slot; 4],
    pub lod: Slot,
    pub implicit: bool,
    pub offset: [Slot; 3],
}

/// The operation on the coordinates or content of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageOp {
    Address,
    Load,
    Store,
}

/// An access to something other than the slots of the lanes.
#[derive(Clone, Copy, Debug)]
pub enum Unit {
    /// Loads bytes and extends them to a word if they are fewer than 4.
    Load {
        address: Address,
        bytes: u8,
        signed: bool,
        reversed: Reversed,
        results: Results,
    },
    Store {
        address: Address,
        /// Bytes that are stored.
        bytes: u16,
        size: u8,
        reversed: Reversed,
        words: [Slot; 4],
    },
    Atomic {
        address: Address,
        op: AtomicOp,
        wide: bool,
        big_endian: bool,
        value: [Slot; 2],
        compare: [Slot; 2],
        /// Of the low and the high word of the old content.
        results: Results,
    },
    Uniform {
        buffer: Index,
        offset: Index,
        bytes: u8,
        signed: bool,
        reversed: Reversed,
        results: Results,
    },
    Attribute {
        entry: EntryOp,
        vertex: Option<Index>,
        results: Results,
    },
    Varying {
        entry: EntryOp,
        how: Interpolation,
        results: Results,
        /// The device may set the results before the run.
        first: bool,
    },
    StoreVarying {
        entry: EntryOp,
        words: [Slot; 4],
    },
    Image {
        entry: EntryOp,
        op: ImageOp,
        /// Integers.
        at: [Slot; 4],
        /// The words that a store writes.
        words: [Slot; 4],
        results: Results,
    },
    Texture(TextureOp, Results),
    Tile {
        target: u8,
        sample: Index,
        components: Components,
        results: Results,
    },
    Special {
        selector: Index,
        results: Results,
    },
    /// Converts a colour to or from a format.
    Colour {
        op: LdstOp,
        format: Format,
        words: [Slot; 4],
        results: Results,
    },
    /// Writes the tile buffer.
    Write {
        colour: [Slot; 4],
        second: [Slot; 4],
        target: Option<Slot>,
        depth: Option<Slot>,
        stencil: Option<Slot>,
        /// The program ends with it: the device may take the colour after the run.
        last: bool,
    },
    /// Kills the lanes whose slot is not 0.
    Kill(Slot),
    Barrier,
    /// The hardware stops.
    Stop,
    /// Behaviour that is not implemented.
    Missing(&'static str),
}

impl Index {
    fn slots(self) -> impl Iterator<Item = Slot> {
        self.slot.into_iter()
    }
}

impl Unit {
    /// The access with the slots that it uses.
    pub fn access(self) -> UnitOp<Unit> {
        let mut op = UnitOp::new(self);
        let slots = |results: Results| results.into_iter().flatten().map(|(slot, _)| slot);
        let address = |a: Address| a.base.into_iter().chain(a.index);
        match self {
            Unit::Load {
                address: a,
                results,
                ..
            } => {
                op.reads.extend(address(a));
                op.writes.extend(slots(results));
            }
            Unit::Store {
                address: a,
                words,
                size,
                ..
            } => {
                op.reads.extend(address(a));
                op.reads
                    .extend(words.iter().take(usize::from(size).div_ceil(4)));
            }
            Unit::Atomic {
                address: a,
                value,
                compare,
                results,
                ..
            } => {
                op.reads.extend(address(a));
                op.reads.extend(value.into_iter().chain(compare));
                op.writes.extend(slots(results));
            }
            Unit::Uniform {
                buffer,
                offset,
                results,
                ..
            } => {
                op.reads.extend(buffer.slots().chain(offset.slots()));
                op.writes.extend(slots(results));
            }
            Unit::Attribute {
                entry,
                vertex,
                results,
                ..
            } => {
                op.reads.extend(entry.index.slots());
                op.reads.extend(vertex.into_iter().flat_map(Index::slots));
                op.writes.extend(slots(results));
            }
            Unit::Varying { entry, results, .. } => {
                op.reads.extend(entry.index.slots());
                op.writes.extend(slots(results));
            }
            Unit::StoreVarying { entry, words } => {
                op.reads.extend(entry.index.slots());
                // The format in memory decides how many matter.
                op.reads.push(words[0]);
                op.unsure.extend_from_slice(&words[1..]);
            }
            Unit::Image {
                entry,
                op: image,
                at,
                words,
                results,
            } => {
                op.reads.extend(entry.index.slots());
                op.unsure.extend_from_slice(&at);
                match image {
                    ImageOp::Store => op.unsure.extend(words),
                    ImageOp::Address | ImageOp::Load => op.writes.extend(slots(results)),
                }
            }
            Unit::Texture(t, results) => {
                op.reads.extend(t.texture.slots().chain(t.sampler.slots()));
                op.reads.extend([t.at[0], t.lod]);
                op.reads.extend(t.offset);
                // The dimension of the texture decides how many matter.
                op.unsure.extend_from_slice(&t.at[1..]);
                op.writes.extend(slots(results));
            }
            Unit::Tile {
                sample, results, ..
            } => {
                op.reads.extend(sample.slots());
                op.writes.extend(slots(results));
            }
            Unit::Special { selector, results } => {
                op.reads.extend(selector.slots());
                op.writes.extend(slots(results));
            }
            Unit::Colour { words, results, .. } => {
                // The format decides how many matter.
                op.unsure.extend(words);
                op.writes.extend(slots(results));
            }
            Unit::Write {
                colour,
                second,
                target,
                depth,
                stencil,
                ..
            } => {
                op.reads
                    .extend([target, depth, stencil].into_iter().flatten());
                // The formats and the blending of the target decide what matters.
                op.unsure.extend(colour.into_iter().chain(second));
            }
            Unit::Kill(slot) => op.reads.push(slot),
            Unit::Barrier => op.blocks = true,
            Unit::Stop | Unit::Missing(_) => {}
        }
        op
    }
}
