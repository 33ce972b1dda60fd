//! ALU instructions.

use super::{Lowering, Operand};
use crate::isa::{AluOp, OutmodInt, RegMode};
use crate::shader::access::{Datapath, clamp};
use crate::shader::alu;
use crate::shader::instruction::{Across, Instruction};
use crate::shader::op::{Code, Part, Width};
use crate::shader::quirks::DotOrder;
use crate::shader::slots::Register;

/// A value of an operation before it is delivered.
#[derive(Clone, Copy, Debug)]
enum Value {
    Narrow(Operand),
    Wide([Operand; 2]),
}

impl Lowering<'_, '_, '_> {
    /// An instruction, or the reason why it is not executed.
    pub(super) fn instruction(&mut self, n: Result<Instruction, &'static str>) {
        let n = match n {
            Ok(n) => n,
            Err(what) => return self.missing(what),
        };
        let shared = match n.across {
            Across::Dot(count) => Some(self.dot(&n, count)),
            Across::All => Some(self.reduce(&n, AluOp::Iand)),
            Across::Any => Some(self.reduce(&n, AluOp::Ior)),
            _ => None,
        };
        // It is delivered several times.
        let shared = shared.map(|value| {
            let value = self.modified(&n, value);
            match value {
                Operand::Slot(_) => Operand::Slot(self.hold(value)),
                Operand::Word(_) => value,
            }
        });
        for &(p, number) in &n.written {
            self.next_component();
            let value = match (shared, n.mode) {
                (Some(value), _) => Some(Value::Narrow(value)),
                (None, RegMode::W64) => self.wide_component(&n, p).map(Value::Wide),
                (None, _) => self.component(&n, p).map(Value::Narrow),
            };
            let Some(value) = value else {
                return;
            };
            self.deliver(&n, value, number);
        }
        self.next_component();
    }

    /// The value of an operation of up to 32 bits at position `p`, with its output modifier.
    fn component(&mut self, n: &Instruction, p: u8) -> Option<Operand> {
        let (op, width) = (n.op, n.width());
        let only_words = match n.across {
            Across::Choose => "CHOOSE of components other than 32 bits",
            Across::Reduced => "FREDUCE of components other than 32 bits",
            _ => "",
        };
        if width != Width::W32 && !only_words.is_empty() {
            self.missing(only_words);
            return None;
        }
        let value = match n.across {
            Across::Select { vector } => {
                let both = [0, 1].map(|i| self.source(n, i, p));
                self.selected(vector.then_some((n.condition, p)), both)
            }
            Across::Fused => {
                // The first source's first two components are the factors.
                let [a, b] = [0, 1].map(|p| self.source(n, 0, p));
                let c = self.source(n, 1, p);
                self.apply(Code::Alu(op, width), [a, b, c])
            }
            Across::Choose => {
                let number = self.source(n, 1, p);
                let number = self.apply(Code::word(AluOp::Iand), [number, Operand::Word(3)]);
                let mut value = self.source(n, 0, 0);
                for i in 1..4 {
                    let own = self.source(n, 0, i);
                    let i = Operand::Word(i.into());
                    let chosen = self.apply(Code::word(AluOp::Ieq), [number, i]);
                    value = self.apply(Code::Select, [chosen, own, value]);
                }
                value
            }
            Across::Angle if p % 4 == 1 => {
                self.missing(alu::ANGLE_Y);
                return None;
            }
            Across::Angle => {
                let both = [0, 1].map(|i| self.source(n, i, p));
                self.apply(Code::Angle(p % 4), both)
            }
            Across::Reduced => {
                let mask = Operand::Word(alu::reduced_exponent(self.emit.q));
                let [x, y, z, w] = [0, 1, 2, 3].map(|i| {
                    let a = self.source(n, 0, i);
                    self.apply(Code::word(AluOp::Iand), [a, mask])
                });
                let mut max = |a, b| self.apply(Code::word(AluOp::Umax), [a, b]);
                let (xy, zw) = (max(x, y), max(z, w));
                let largest = max(xy, zw);
                let a = self.source(n, 0, p);
                self.apply(Code::Alu(op, width), [a, largest])
            }
            Across::No | Across::Dot(_) | Across::All | Across::Any => return self.plain(n, p),
        };
        Some(self.modified(n, value))
    }

    /// The value of an operation on components at its own position.
    fn plain(&mut self, n: &Instruction, p: u8) -> Option<Operand> {
        let [first, second] = alu::sources(n.op);
        let a = first.then(|| self.source(n, 0, p));
        let b = second.then(|| self.source(n, 1, p));
        let both = [a.or(b)?, b.or(a)?];
        let (op, width) = (n.op, n.width());
        if let Some(modifier) = n.integer_modifier() {
            let code = Code::Saturated(op, width, modifier, n.narrow as u8);
            return Some(self.apply(code, both));
        }
        let moves = matches!(
            op,
            AluOp::Imov | AluOp::Fmov | AluOp::FmovRtz | AluOp::FmovRtn | AluOp::FmovRtp
        );
        let value = match moves {
            true => both[1],
            false => self.apply(Code::Alu(op, width), both),
        };
        Some(self.modified(n, value))
    }

    /// A choice by r31: by its w component, or by the component of so many bits at a
    /// position.
    fn selected(&mut self, place: Option<(u32, u8)>, [a, b]: [Operand; 2]) -> Operand {
        let Some((bits, p)) = place else {
            let condition = Operand::Slot(Register::Condition.slot(3));
            return self.apply(Code::Select, [condition, a, b]);
        };
        let per_word = (32 / bits) as u8;
        let word = Operand::Slot(Register::Condition.slot(p / per_word));
        let condition = match bits {
            32 => word,
            _ => self.apply(Code::field(bits, p % per_word, true), [word]),
        };
        self.apply(Code::SelectBits, [condition, a, b])
    }

    /// The value of an operation of 64 bits at position `p`, with its output modifier.
    fn wide_component(&mut self, n: &Instruction, p: u8) -> Option<[Operand; 2]> {
        let op = n.op;
        let reads = alu::sources(op);
        // A source that the operation does not have may name a register without a value.
        let [a, b] = [0, 1].map(|i| match reads[i] {
            true => self.wide_source(n, i, p),
            false => [Operand::Word(0); 2],
        });
        let words = match (n.across, op) {
            (Across::Select { vector }, _) => [0, 1].map(|i: u8| {
                let place = vector.then_some((32, 2 * p + i));
                self.selected(place, [a[usize::from(i)], b[usize::from(i)]])
            }),
            (_, AluOp::Imov | AluOp::Fmov) => b,
            _ if !alu::has_wide(op) => {
                self.missing("an operation on components of 64 bits");
                return None;
            }
            _ => [Part::Low, Part::High].map(|part| {
                let operands = [a[0], a[1], b[0], b[1]];
                self.apply(Code::Wide(op, part), operands)
            }),
        };
        match n.integer_modifier() {
            Some(OutmodInt::KeepHi) if n.narrow == 32 => return Some([words[1]; 2]),
            Some(_) => self.missing("output modifiers of integers of 64 bits"),
            None if !n.writes_integers() && clamp(n.outmod).is_some() => {
                self.missing("output modifiers of floats of 64 bits");
            }
            None => {}
        }
        Some(words)
    }

    fn dot(&mut self, n: &Instruction, count: u8) -> Operand {
        let products = (0..count).map(|p| {
            let both = [0, 1].map(|i| self.source(n, i, p));
            self.apply(Code::word(AluOp::Fmul), both)
        });
        let products: Vec<Operand> = products.collect();
        let order = self.emit.q.dot_order;
        let mut sum = |x: Operand, y: Operand| self.apply(Code::word(AluOp::Fadd), [x, y]);
        match (products.as_slice(), order) {
            (&[x, y, z, w], DotOrder::Pairs) => {
                let (xy, zw) = (sum(x, y), sum(z, w));
                sum(xy, zw)
            }
            (products, _) => {
                let all = products.iter().copied().reduce(&mut sum);
                all.unwrap_or(Operand::Word(0))
            }
        }
    }

    fn reduce(&mut self, n: &Instruction, with: AluOp) -> Operand {
        let mut all = None;
        for p in 0..4 {
            let both = [0, 1].map(|i| self.source(n, i, p));
            let one = self.apply(Code::Alu(n.op, n.width()), both);
            all = Some(match all {
                None => one,
                Some(all) => self.apply(Code::word(with), [all, one]),
            });
        }
        all.unwrap_or(Operand::Word(0))
    }

    /// A value of up to 32 bits with the output modifier.
    fn modified(&mut self, n: &Instruction, value: Operand) -> Operand {
        let code = match n.integer_modifier() {
            // Truth values are 0 and -1, selected values have the width.
            Some(modifier) => Code::Saturated(AluOp::Imov, n.width(), modifier, n.narrow as u8),
            None => match clamp(n.outmod).filter(|_| !n.writes_integers()) {
                Some(clamp) => clamp,
                None => return value,
            },
        };
        self.apply(code, [value, value])
    }

    /// Writes a component of the destination.
    fn deliver(&mut self, n: &Instruction, value: Value, number: u8) {
        let float = !n.writes_integers();
        let value = match value {
            Value::Narrow(value) => value,
            Value::Wide(words) if n.narrow == 64 => {
                for (i, word) in (0u8..).zip(words) {
                    if let Some(slot) = self.alu_write(n.out, (number * 2 + i) & 3) {
                        self.write(slot, word);
                    }
                }
                return;
            }
            Value::Wide(words) if float => self.apply(Code::NarrowFloat, words),
            Value::Wide([low, _]) => low,
        };
        let per_word = (32 / n.narrow.clamp(8, 32)) as u8;
        let Some(slot) = self.alu_write(n.out, (number / per_word) & 3) else {
            return;
        };
        let place = number % per_word;
        let code = match n.narrow {
            32 => Code::Mov,
            16 if float => Code::PutHalf(Part::of(place), alu::rounding(n.op)),
            bits => Code::put_field(bits, place),
        };
        self.write_part(code, slot, value);
    }
}
