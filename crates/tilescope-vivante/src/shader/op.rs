//! Values and units of the engine's operations, the result of translation.

use super::alu::Value;
use super::meaning::{Level, Number};
use tilescope_shader::{Slot, UnitOp};

/// The value of an operation on slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    Mov,
    Neg,
    Abs,
    /// Float arithmetic with unspecified NaN bits. [`Code::Canonical`] follows where
    /// the bits are observable.
    Add,
    Sub,
    Mul,
    /// -(a * b)
    MulNeg,
    /// a * b + c
    MulAdd,
    /// a * b - c
    MulSub,
    /// c - a * b
    SubMul,
    /// -(a * b) - c
    NegMulSub,
    /// a, with every NaN replaced by the canonical one.
    Canonical,
    Saturate,
    Fraction,
    Floor,
    Ceil,
    Reciprocal,
    ReciprocalRoot,
    Root,
    /// c if a and b pass the test, else the fourth operand.
    FloatGt,
    FloatGe,
    FloatEq,
    FloatNe,
    SignedGt,
    SignedGe,
    UnsignedGt,
    UnsignedGe,
    WordEq,
    WordNe,
    AddInt,
    And,
    Or,
    Xor,
    Not,
    /// Difference along a row or column of the quad.
    DerivativeX,
    DerivativeY,
    /// A value that few programs need, or one by quirks that are not the default.
    Slow(Value),
}

/// A value without its destination: a code and its operands.
#[derive(Clone, Copy, Debug)]
pub struct Expr {
    pub code: Code,
    pub s: [Slot; 4],
}

impl Expr {
    /// A code of one operand.
    pub const fn unary(code: Code, a: Slot) -> Expr {
        Expr { code, s: [a; 4] }
    }
}

/// The origin of a constant, before its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A word.
    Word(u32),
    /// A component of a uniform.
    Uniform {
        /// Its number.
        index: u16,
        /// The component.
        component: u8,
    },
}

/// Modifiers of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Modifiers {
    /// Take the absolute value, before negation.
    pub absolute: bool,
    /// Negate.
    pub negate: bool,
    /// Treat the source as an integer.
    pub integer: bool,
}

impl Modifiers {
    /// No change.
    pub const NONE: Modifiers = Modifiers {
        absolute: false,
        negate: false,
        integer: false,
    };

    /// The modifiers of a source of this kind.
    pub fn new(negate: bool, absolute: bool, number: Number) -> Modifiers {
        Modifiers {
            absolute,
            negate,
            integer: number == Number::Integer && (negate || absolute),
        }
    }

    /// Whether it changes anything.
    pub fn any(self) -> bool {
        self.absolute || self.negate
    }

    /// The values that apply them, in order.
    pub fn values(self) -> impl Iterator<Item = Value> {
        let (abs, neg) = match self.integer {
            true => (Value::Abs, Value::Negate),
            false => (Value::FloatAbs, Value::FloatNegate),
        };
        let abs = self.absolute.then_some(abs);
        abs.into_iter().chain(self.negate.then_some(neg))
    }
}

/// A value that is the same in all lanes for a whole draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Constant {
    pub origin: Origin,
    pub modifiers: Modifiers,
}

/// For each destination component, the slot and the component of the result that it
/// receives.
pub type Result4 = [Option<(u16, u8)>; 4];

/// A texture read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextureOp {
    pub sampler: u8,
    /// Slot of the address that is added to the sampler's number.
    pub address: Option<u16>,
    pub level: Level,
    pub at: [u16; 4],
    /// Bias or level in the first, or both gradients.
    pub extra: [[u16; 4]; 2],
    /// Reference value of a shadow sampler.
    pub reference: Option<u16>,
    pub results: Result4,
}

/// An access to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryOp {
    pub base: u16,
    pub offset: u16,
    /// Left shift of the offset.
    pub shift: u8,
    /// Slots of consecutive words.
    pub words: [Option<u16>; 4],
}

/// An access to something other than the slots of the lanes.
#[derive(Clone, Copy, Debug)]
pub enum Unit {
    /// `d` becomes a component of an indirectly addressed uniform.
    Uniform {
        address: Slot,
        /// The number to which the address is added.
        index: u16,
        component: u8,
        d: Slot,
    },
    Texture(TextureOp),
    Load(MemoryOp),
    Store(MemoryOp),
    /// Kills the lanes whose slot is not 0.
    Kill(Slot),
    /// Behaviour that is not implemented.
    Missing(&'static str),
}

impl Unit {
    /// The access with the slots that it uses.
    pub fn access(self) -> UnitOp<Unit> {
        let mut op = UnitOp::new(self);
        match self {
            Unit::Uniform { address, d, .. } => {
                (op.reads, op.writes) = (vec![address], vec![d]);
                op.effect = false;
            }
            Unit::Texture(t) => {
                let extra = match t.level {
                    Level::Implicit => 0,
                    Level::Bias | Level::Explicit => 1,
                    Level::Gradients => 8,
                };
                op.reads.extend_from_slice(&t.at[..2]);
                op.reads.extend(t.extra.into_iter().flatten().take(extra));
                op.reads.extend(t.reference.into_iter().chain(t.address));
                // The other coordinates are for volumes and cubes, and only run time
                // shows the type of the texture.
                op.unsure.extend_from_slice(&t.at[2..]);
                op.writes
                    .extend(t.results.into_iter().flatten().map(|r| r.0));
            }
            Unit::Load(m) => {
                op.reads = vec![m.base, m.offset];
                op.writes.extend(m.words.into_iter().flatten());
            }
            Unit::Store(m) => {
                op.reads = vec![m.base, m.offset];
                op.reads.extend(m.words.into_iter().flatten());
            }
            Unit::Kill(slot) => op.reads = vec![slot],
            Unit::Missing(_) => {}
        }
        op
    }
}
