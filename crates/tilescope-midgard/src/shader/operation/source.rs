//! Sources of ALU instructions, components with their modifiers, and their results.

use super::{Operation, Value};
use crate::isa::{AluOp, RegMode, VectorSrc};
use crate::shader::access::Datapath;
use crate::shader::alu;
use crate::shader::instruction::Select;
use crate::shader::op::{Code, Part, Width};

/// Bits of a float modifier.
const ABS: u8 = 1;
const NEG: u8 = 2;

/// Selector `i` of a swizzle.
fn selector(src: VectorSrc, i: u8) -> u8 {
    src.swizzle >> (2 * (i & 3)) & 3
}

/// The component that a source reads for position `p` of an operation of up to 32 bits: its
/// width, and its number in units of that.
fn swizzled(src: VectorSrc, mode: RegMode, p: u8) -> (u32, u8) {
    let bits = mode.bits() >> u32::from(src.expand.widens());
    let bases = src.bases(mode);
    let selector = |i: u8| selector(src, i);
    let number = match mode {
        // The four selectors are for all components.
        RegMode::W32 | RegMode::W64 => {
            let s = selector(p);
            bases[usize::from(s / 2)] + s % 2
        }
        // They are for both halves.
        RegMode::W16 => bases[usize::from((p / 4) & 1)] + selector(p),
        // Each is for two components.
        RegMode::W8 => bases[usize::from((p / 8) & 1)] + selector(p / 2) * 2 + p % 2,
    };
    (bits, number)
}

impl<D: Datapath> Operation<'_, D> {
    /// Source `i` of an operation of up to 32 bits, for position `p`.
    pub(super) fn source(&mut self, i: usize, p: u8) -> D::Value {
        if i == 1
            && let Some(value) = self.n.immediate
        {
            return self.immediate(value);
        }
        let source = self.n.sources[i & 1];
        let place = match source.select {
            Select::Vector(src) => swizzled(src, self.n.mode, p),
            Select::Scalar { bits, number } => (bits, number),
        };
        if self.n.reads_integers() {
            return self.integer(source.register, place, source.modifier);
        }
        let value = match place {
            (32, _) => self.field(source.register, place, false),
            (16, number) => {
                let word = self.read(source.register, (number / 2) & 3);
                self.d.apply(Code::Half(Part::of(number)), [word])
            }
            _ => {
                self.d.missing("floats of 8 bits");
                self.undefined()
            }
        };
        self.float_modifiers(value, source.modifier)
    }

    /// The low and the high word of source `i` of an operation of 64 bits, for position `p`.
    pub(super) fn wide_source(&mut self, i: usize, p: u8) -> [D::Value; 2] {
        if i == 1
            && let Some(value) = self.n.immediate
        {
            return self.wide_immediate(value);
        }
        let source = self.n.sources[i & 1];
        let Select::Vector(src) = source.select else {
            return [self.undefined(); 2];
        };
        let (integers, widens) = (self.n.reads_integers(), src.expand.widens());
        // Words of the register as the expand mode arranges them: a half of 64 bits is one
        // word if it is widened.
        let halves = src.bases(if widens { RegMode::W64 } else { RegMode::W32 });
        let [low, high] = [2 * p, 2 * p + 1].map(|i| {
            let s = selector(src, i);
            let half = halves[usize::from(s / 2)];
            if !widens {
                return self.read(source.register, half + s % 2);
            }
            let value = self.read(source.register, half);
            match (integers, s % 2, src.modifier & 3) {
                (false, odd, _) => self.d.apply(Code::WidenFloat(Part::of(odd)), [value]),
                (_, 0, 3) => D::word(0),
                (_, 0, _) => value,
                (_, _, 0) => self.d.apply(Code::word(AluOp::Iasr), [value, D::word(31)]),
                (_, _, 1) => D::word(0),
                _ => value,
            }
        });
        match integers {
            true => [low, high],
            false => [low, self.float_modifiers(high, source.modifier)],
        }
    }

    /// Writes a component of the destination when the stage ends.
    pub(super) fn deliver(&mut self, value: Value<D::Value>, number: u8) {
        let n = self.n;
        let float = !n.writes_integers();
        let value = match value {
            Value::Narrow(value) => value,
            Value::Wide(words) if n.narrow == 64 => {
                for (i, word) in (0u8..).zip(words) {
                    if let Some(slot) = self.written(n.out, (number * 2 + i) & 3) {
                        self.d.write(slot, word);
                    }
                }
                return;
            }
            Value::Wide(words) if float => self.d.apply(Code::NarrowFloat, words),
            Value::Wide([low, _]) => low,
        };
        let per_word = (32 / n.narrow.clamp(8, 32)) as u8;
        let Some(slot) = self.written(n.out, (number / per_word) & 3) else {
            return;
        };
        let place = number % per_word;
        let code = match n.narrow {
            32 => Code::Mov,
            16 if float => Code::PutHalf(Part::of(place), alu::rounding(n.op)),
            bits => Code::put_field(bits, place),
        };
        self.d.write_part(code, slot, value);
    }

    /// The bits of a component of a register, extended.
    fn field(&mut self, register: u8, (bits, number): (u32, u8), signed: bool) -> D::Value {
        let per_word = (32 / bits.max(8)) as u8;
        let word = self.read(register, (number / per_word) & 3);
        match bits {
            32 => word,
            _ => {
                let code = Code::field(bits, number % per_word, signed);
                self.d.apply(code, [word])
            }
        }
    }

    fn float_modifiers(&mut self, mut value: D::Value, modifier: u8) -> D::Value {
        if modifier & ABS != 0 {
            value = self.d.apply(Code::Abs, [value]);
        }
        if modifier & NEG != 0 {
            value = self.d.apply(Code::Neg, [value]);
        }
        value
    }

    /// An integer, extended to 32 bits from the width of the operation.
    fn integer(&mut self, register: u8, place: (u32, u8), modifier: u8) -> D::Value {
        let unsigned = alu::unsigned_sources(self.n.op);
        let (own, bits) = (place.0, self.n.mode.bits());
        if own == bits {
            return self.field(register, place, !unsigned);
        }
        if own < 8 {
            self.d.missing("components of 4 bits");
            return self.undefined();
        }
        // The value of the operation's width, and whether it is extended as the operation
        // needs it.
        let (value, done) = match modifier & 3 {
            0 => (self.field(register, place, true), !unsigned),
            1 => (self.field(register, place, false), true),
            both_or_high => {
                let low = self.field(register, place, false);
                let high = self.d.apply(Code::word(AluOp::Ishl), [low, D::word(own)]);
                let value = match both_or_high {
                    2 => self.d.apply(Code::word(AluOp::Ior), [low, high]),
                    _ => high,
                };
                (value, unsigned)
            }
        };
        match bits == 32 || done {
            true => value,
            false => self.d.apply(Code::field(bits, 0, !unsigned), [value]),
        }
    }

    /// The value of an immediate for an operation of up to 32 bits.
    fn immediate(&mut self, value: u16) -> D::Value {
        if !self.n.reads_integers() {
            return self.float_immediate(value);
        }
        // Mesa inlines constants whose 16 bits extend with sign to the value
        // (midgard_compile.c, embedded_to_inline_constant).
        let word = D::word(value as i16 as i32 as u32);
        match self.n.width() {
            Width::W32 => word,
            width => {
                let signed = !alu::unsigned_sources(self.n.op);
                self.d.apply(Code::field(width.bits(), 0, signed), [word])
            }
        }
    }

    fn float_immediate(&mut self, value: u16) -> D::Value {
        self.d.apply(Code::Half(Part::Low), [D::word(value.into())])
    }

    /// The words of an immediate for an operation of 64 bits.
    fn wide_immediate(&mut self, value: u16) -> [D::Value; 2] {
        if !self.n.reads_integers() {
            let float = self.float_immediate(value);
            return [Part::Low, Part::High]
                .map(|part| self.d.apply(Code::WidenFloat(part), [float]));
        }
        let word = value as i16 as i32;
        [word, word >> 31].map(|word| D::word(word as u32))
    }
}
