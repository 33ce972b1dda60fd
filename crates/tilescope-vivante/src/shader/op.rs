//! Operations, the result of translation.

use super::alu::Value;
use super::meaning::{Level, Number};
use super::slots::{self, Slots};

/// Operations on slots. Those up to [`Code::Slow`] are pure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Code {
    Mov,
    Neg,
    Abs,
    /// Float arithmetic. The bits of a NaN result are unspecified:
    /// [`Code::Canonical`] follows where they are observable.
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
    /// d = a, with every NaN replaced by the hardware's.
    Canonical,
    Saturate,
    Fraction,
    Floor,
    Ceil,
    Reciprocal,
    ReciprocalRoot,
    Root,
    /// c if a and b pass the test, else e.
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
    /// The difference along a row or column of the quad.
    DerivativeX,
    DerivativeY,
    /// The value number `imm`.
    Slow,
    /// Restores the registers of waiting lanes for reads by their neighbours.
    Refresh,
    /// Constant number `imm`, which has no slot.
    Constant,
    /// Reads entry `imm` of [`Tables::indirect`], with a as the address.
    IndirectTemp,
    IndirectUniform,
    /// Writes b to entry `imm`, with a as the address.
    IndirectWrite,
    /// Texture read number `imm`.
    Texture,
    /// Memory access number `imm`.
    Load,
    Store,
    /// Kills the lanes where a is not 0.
    Kill,
    /// Reports lanes that have not written `a`, number `imm` of the tracked slots.
    Check,
    /// Marks a tracked slot as written by the running lanes.
    Mark,
    /// Unimplemented feature number `imm`.
    Missing,
}

/// An operation: `d` from `a`, `b`, `c` and `e`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Op {
    pub code: Code,
    pub d: u16,
    pub a: u16,
    pub b: u16,
    pub c: u16,
    pub e: u16,
    /// Parameter whose meaning depends on the code.
    pub imm: u16,
}

impl Op {
    pub const fn new(code: Code) -> Op {
        Op {
            code,
            d: 0,
            a: 0,
            b: 0,
            c: 0,
            e: 0,
            imm: 0,
        }
    }

    pub const fn unary(code: Code, d: u16, a: u16) -> Op {
        let mut op = Op::new(code);
        (op.d, op.a) = (d, a);
        op
    }

    /// The number of operands that it reads, in the order `a`, `b`, `c`, `e`.
    fn operands(self) -> usize {
        use Code::*;
        match self.code {
            Mov | Neg | Abs | Canonical | Saturate | Fraction | Floor | Ceil | Reciprocal
            | ReciprocalRoot | Root | Not | DerivativeX | DerivativeY => 1,
            IndirectTemp | IndirectUniform | Kill => 1,
            Add | Sub | Mul | MulNeg | AddInt | And | Or | Xor | IndirectWrite => 2,
            MulAdd | MulSub | SubMul | NegMulSub => 3,
            FloatGt | FloatGe | FloatEq | FloatNe | SignedGt | SignedGe | UnsignedGt
            | UnsignedGe | WordEq | WordNe | Slow => 4,
            Refresh | Constant | Texture | Load | Store | Check | Mark | Missing => 0,
        }
    }

    /// Whether it writes `d`.
    fn has_result(self) -> bool {
        use Code::*;
        match self.code {
            Refresh | IndirectWrite | Texture | Load | Store | Kill | Check | Mark | Missing => {
                false
            }
            Constant | IndirectTemp | IndirectUniform => true,
            _ => true,
        }
    }

    /// Whether it is float arithmetic with unspecified NaN bits.
    pub fn opens_nan(self) -> bool {
        use Code::*;
        matches!(
            self.code,
            Add | Sub
                | Mul
                | MulNeg
                | MulAdd
                | MulSub
                | SubMul
                | NegMulSub
                | DerivativeX
                | DerivativeY
        )
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

/// An indirectly addressed register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Indirect {
    /// The number to which the address is added.
    pub index: u16,
    pub component: u8,
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

/// Tables that operations refer to by number.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    pub values: Vec<Value>,
    /// Constants, each with the first instruction that uses it.
    pub constants: Vec<(Constant, u32)>,
    pub indirect: Vec<Indirect>,
    pub textures: Vec<TextureOp>,
    pub memory: Vec<MemoryOp>,
    pub missing: Vec<&'static str>,
}

impl Tables {
    /// Calls `f` with every slot that the operation reads.
    pub fn reads(&self, op: &Op, mut f: impl FnMut(u16)) {
        for slot in [op.a, op.b, op.c, op.e].into_iter().take(op.operands()) {
            f(slot);
        }
        let n = usize::from(op.imm);
        match op.code {
            Code::Texture => {
                let Some(t) = self.textures.get(n) else {
                    return;
                };
                t.at.into_iter().for_each(&mut f);
                let extra = match t.level {
                    Level::Implicit => 0,
                    Level::Bias | Level::Explicit => 1,
                    Level::Gradients => 8,
                };
                t.extra.into_iter().flatten().take(extra).for_each(&mut f);
                t.reference.into_iter().for_each(&mut f);
                t.address.into_iter().for_each(&mut f);
            }
            Code::Load | Code::Store => {
                let Some(m) = self.memory.get(n) else { return };
                f(m.base);
                f(m.offset);
                if op.code == Code::Store {
                    m.words.into_iter().flatten().for_each(&mut f);
                }
            }
            _ => {}
        }
    }

    /// Calls `f` with every slot that the operation definitely writes.
    pub fn writes(&self, op: &Op, mut f: impl FnMut(u16)) {
        if op.has_result() {
            f(op.d);
        }
        let n = usize::from(op.imm);
        match op.code {
            Code::Texture => {
                let results = self.textures.get(n).into_iter().flat_map(|t| t.results);
                results.flatten().for_each(|(slot, _)| f(slot));
            }
            Code::Load => {
                let words = self.memory.get(n).into_iter().flat_map(|m| m.words);
                words.flatten().for_each(f);
            }
            _ => {}
        }
    }

    /// Slots of the thread's state that the operations may write, temporaries up
    /// to `temps`.
    pub fn written<'o>(&self, ops: impl Iterator<Item = &'o Op>, temps: u16) -> Slots {
        let mut written = Slots::NONE;
        for op in ops {
            self.writes(op, |slot| {
                if slot < slots::STATE {
                    written.insert(slot);
                }
            });
            if op.code == Code::IndirectWrite {
                (0..temps * 4).for_each(|slot| written.insert(slot));
            }
        }
        written
    }
}
