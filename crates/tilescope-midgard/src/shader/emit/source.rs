//! Sources of ALU instructions: components with their modifiers.

use super::{Lowering, Operand};
use crate::isa::{AluOp, Expand, RegMode, VectorSrc};
use crate::shader::access::Datapath;
use crate::shader::op::{Code, Part, Width};
use tilescope_exec::Interp;
use tilescope_exec::{Lanes, half};

/// Bits of a float modifier.
const ABS: u8 = 1;
const NEG: u8 = 2;

/// A component of a register, in units of its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Component {
    pub register: u8,
    /// Width in bits: 8, 16 or 32.
    pub bits: u32,
    /// Number of the component.
    pub number: u8,
}

/// The type of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Float,
    /// Extended to 32 bits from the width of the operation.
    Integer {
        unsigned: bool,
    },
}

/// The width of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Narrow(Width),
    Wide,
}

impl Mode {
    pub fn of(mode: RegMode) -> Mode {
        match mode {
            RegMode::W8 => Mode::Narrow(Width::W8),
            RegMode::W16 => Mode::Narrow(Width::W16),
            RegMode::W32 => Mode::Narrow(Width::W32),
            RegMode::W64 => Mode::Wide,
        }
    }

    pub fn bits(self) -> u32 {
        match self {
            Mode::Narrow(width) => width.bits(),
            Mode::Wide => 64,
        }
    }
}

impl Number {
    pub fn of(op: AluOp) -> Number {
        match crate::isa::AluCode::from(op).reads_integers() {
            true => Number::Integer {
                unsigned: crate::shader::alu::unsigned_sources(op),
            },
            false => Number::Float,
        }
    }
}

/// The first components of the halves of an instruction.
fn bases(expand: Expand, half: u8) -> [u8; 2] {
    match expand {
        Expand::Passthrough => [0, half],
        Expand::RepLow => [0, 0],
        Expand::RepHigh => [half, half],
        Expand::Swap => [half, 0],
        Expand::Low => [0, half / 2],
        Expand::High => [half, half + half / 2],
        Expand::LowSwap => [half / 2, 0],
        Expand::HighSwap => [half + half / 2, half],
    }
}

/// The component that a source reads for position `p` of an operation of up to 32 bits,
/// and its width.
pub(super) fn swizzled(src: &VectorSrc, width: Width, p: u8) -> (u8, u32) {
    let bits = width.bits() >> u32::from(src.expand.widens());
    let bases = bases(src.expand, (64 / bits.max(1)) as u8);
    let selector = |i: u8| src.swizzle >> (2 * (i & 3)) & 3;
    let number = match width {
        // The four selectors are for all components.
        Width::W32 => {
            let s = selector(p);
            bases[usize::from(s / 2)] + s % 2
        }
        // They are for both halves.
        Width::W16 => bases[usize::from((p / 4) & 1)] + selector(p),
        // Each is for two components.
        Width::W8 => bases[usize::from((p / 8) & 1)] + selector(p / 2) * 2 + p % 2,
    };
    (number, bits)
}

/// A half as the bits of a binary32.
fn float_of_half(h: u16) -> u32 {
    half::f32_from_f16(&mut Interp::<1>, Lanes([h.into()])).0[0]
}

impl Lowering<'_, '_, '_> {
    /// The bits of a component, extended.
    fn field(&mut self, c: Component, signed: bool) -> Operand {
        let per_word = (32 / c.bits.max(8)) as u8;
        let word = self.alu_read(c.register, (c.number / per_word) & 3);
        if c.bits == 32 {
            return word;
        }
        let code = Code::Field {
            shift: (c.number % per_word) * c.bits as u8,
            bits: c.bits as u8,
            signed,
        };
        self.apply(code, [word])
    }

    fn float_modifiers(&mut self, mut value: Operand, modifier: u8) -> Operand {
        if modifier & ABS != 0 {
            value = self.apply(Code::Abs, [value]);
        }
        if modifier & NEG != 0 {
            value = self.apply(Code::Neg, [value]);
        }
        value
    }

    /// The value of a component for an operation of up to 32 bits.
    pub(super) fn narrow(
        &mut self,
        c: Component,
        modifier: u8,
        width: Width,
        number: Number,
    ) -> Operand {
        let unsigned = match number {
            Number::Float => {
                let value = match c.bits {
                    32 => self.field(c, false),
                    16 => {
                        let word = self.alu_read(c.register, (c.number / 2) & 3);
                        let part = if c.number.is_multiple_of(2) {
                            Part::Low
                        } else {
                            Part::High
                        };
                        self.apply(Code::Half(part), [word])
                    }
                    _ => {
                        self.missing("floats of 8 bits");
                        self.undefined()
                    }
                };
                return self.float_modifiers(value, modifier);
            }
            Number::Integer { unsigned } => unsigned,
        };
        if c.bits == width.bits() {
            return self.field(c, !unsigned);
        }
        if c.bits < 8 {
            self.missing("components of 4 bits");
            return self.undefined();
        }
        let bits = width.bits();
        // The value of the operation's width, and whether it is extended as the operation
        // needs it.
        let (value, done) = match modifier & 3 {
            0 => (self.field(c, true), !unsigned),
            1 => (self.field(c, false), true),
            both_or_high => {
                let low = self.field(c, false);
                let high = self.apply(Code::ShiftLeft, [low, Operand::Word(c.bits)]);
                let value = match both_or_high {
                    2 => self.apply(Code::Or, [low, high]),
                    _ => high,
                };
                (value, unsigned)
            }
        };
        if bits == 32 || done {
            return value;
        }
        self.apply(
            Code::Field {
                shift: 0,
                bits: bits as u8,
                signed: !unsigned,
            },
            [value],
        )
    }

    /// The low and the high word of component `p` of a source of 64 bits.
    pub(super) fn wide(
        &mut self,
        register: u8,
        src: &VectorSrc,
        p: u8,
        number: Number,
    ) -> [Operand; 2] {
        let selector = |i: u8| src.swizzle >> (2 * (i & 3)) & 3;
        let (a, b) = (selector(2 * p), selector(2 * p + 1));
        // Words of the register as the expand mode arranges them.
        let word = |s: u8| {
            let halves = bases(src.expand, 2);
            match src.expand.widens() {
                // A 64-bit half is one 32-bit component.
                true => {
                    let first = match src.expand {
                        Expand::Low => [0, 1],
                        Expand::LowSwap => [1, 0],
                        Expand::High => [2, 3],
                        _ => [3, 2],
                    };
                    first[usize::from(s / 2)]
                }
                false => halves[usize::from(s / 2)] + s % 2,
            }
        };
        if !src.expand.widens() {
            let low = self.alu_read(register, word(a));
            let high = self.alu_read(register, word(b));
            return match number {
                Number::Float => [low, self.float_modifiers(high, src.modifier)],
                Number::Integer { .. } => [low, high],
            };
        }
        let narrow = self.alu_read(register, word(a));
        let extended = |this: &mut Self, odd: bool, value: Operand| match (number, odd) {
            (Number::Float, _) => {
                let part = if odd { Part::High } else { Part::Low };
                this.apply(Code::WidenFloat(part), [value])
            }
            (_, false) if src.modifier & 3 == 3 => Operand::Word(0),
            (_, false) => value,
            (_, true) => match src.modifier & 3 {
                0 => this.apply(
                    Code::Alu(AluOp::Iasr, Width::W32),
                    [value, Operand::Word(31)],
                ),
                1 => Operand::Word(0),
                _ => value,
            },
        };
        let other = self.alu_read(register, word(b));
        let low = extended(self, a % 2 != 0, narrow);
        let high = extended(self, b % 2 != 0, other);
        match number {
            Number::Float => [low, self.float_modifiers(high, src.modifier)],
            Number::Integer { .. } => [low, high],
        }
    }

    /// The value of an immediate for an operation of up to 32 bits.
    pub(super) fn immediate(&mut self, value: u16, width: Width, number: Number) -> Operand {
        let unsigned = match number {
            Number::Float => return Operand::Word(float_of_half(value)),
            Number::Integer { unsigned } => unsigned,
        };
        // Mesa inlines constants whose 16 bits extend with sign to the value
        // (midgard_compile.c, embedded_to_inline_constant).
        let word = Operand::Word(value as i16 as i32 as u32);
        if width == Width::W32 {
            return word;
        }
        let code = Code::Field {
            shift: 0,
            bits: width.bits() as u8,
            signed: !unsigned,
        };
        self.apply(code, [word])
    }

    /// The words of an immediate for an operation of 64 bits.
    pub(super) fn wide_immediate(&mut self, value: u16, number: Number) -> [Operand; 2] {
        match number {
            Number::Float => {
                let float = Operand::Word(float_of_half(value));
                [Part::Low, Part::High].map(|part| self.apply(Code::WidenFloat(part), [float]))
            }
            Number::Integer { .. } => {
                let word = value as i16 as i32;
                [
                    Operand::Word(word as u32),
                    Operand::Word((word >> 31) as u32),
                ]
            }
        }
    }
}
