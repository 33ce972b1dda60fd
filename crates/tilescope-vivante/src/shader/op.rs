//! Operations, the result of translation.

use super::alu::Value;
use super::meaning::{Level, Number};
use super::slots::{self, Slots};

/// Operations on slots. Those up to [`Code::Slow`] only compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Code {
    Mov,
    Neg,
    Abs,
    /// Float arithmetic. Which NaN it gives is open: [`Code::Canonical`] follows
    /// where that can be seen.
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
    /// Makes every NaN in d = a the one of the hardware.
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
    /// Lanes that wait elsewhere get their registers, for neighbours to see.
    Refresh,
    /// Constant number `imm`, for which there is no slot.
    Constant,
    /// The register that is number `imm` of the indirect ones, plus a.
    IndirectTemp,
    IndirectUniform,
    /// The same, written: b.
    IndirectWrite,
    /// Read number `imm`.
    Texture,
    /// Access number `imm`.
    Load,
    Store,
    /// Kills the lanes where a is not 0.
    Kill,
    /// Says so if lanes have not written `a`, number `imm` of the tracked slots.
    Check,
    /// Lanes have written it.
    Mark,
    /// Number `imm` of what is missing.
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
    /// What else there is to it, by the code.
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

    /// How many of `a`, `b`, `c`, `e` it reads.
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

    /// Whether it is float arithmetic whose NaNs are open.
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

/// What a constant is before its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A word.
    Word(u32),
    /// A component of a uniform.
    Uniform {
        /// Its number.
        index: u16,
        /// Which component.
        component: u8,
    },
}

/// What is made of a source's components.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Modifiers {
    /// The absolute value is taken, first.
    pub absolute: bool,
    /// It is negated.
    pub negate: bool,
    /// It is an integer.
    pub integer: bool,
}

impl Modifiers {
    /// It stays as it is.
    pub const NONE: Modifiers = Modifiers {
        absolute: false,
        negate: false,
        integer: false,
    };

    /// How a source of this kind is changed.
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

    /// The values that change it, in order.
    pub fn values(self) -> impl Iterator<Item = Value> {
        let (abs, neg) = match self.integer {
            true => (Value::Abs, Value::Negate),
            false => (Value::FloatAbs, Value::FloatNegate),
        };
        let abs = self.absolute.then_some(abs);
        abs.into_iter().chain(self.negate.then_some(neg))
    }
}

/// The same in all lanes for a whole draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Constant {
    pub origin: Origin,
    pub modifiers: Modifiers,
}

/// A register whose number is not fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Indirect {
    /// What the address is added to.
    pub index: u16,
    pub component: u8,
}

/// A component of a result, and where it goes.
pub type Result4 = [Option<(u16, u8)>; 4];

/// A texture read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextureOp {
    pub sampler: u8,
    /// What is added to the sampler's number.
    pub address: Option<u16>,
    pub level: Level,
    pub at: [u16; 4],
    /// Bias or level in the first, or gradients.
    pub extra: [[u16; 4]; 2],
    /// What a shadow sampler compares with.
    pub reference: Option<u16>,
    pub results: Result4,
}

/// An access to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryOp {
    pub base: u16,
    pub offset: u16,
    /// How far the offset is shifted left.
    pub shift: u8,
    /// Where the words are, one after the other.
    pub words: [Option<u16>; 4],
}

/// What operations refer to by number.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    pub values: Vec<Value>,
    /// With the first instruction that uses it.
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

    /// Calls `f` with every slot that the operation certainly writes.
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
