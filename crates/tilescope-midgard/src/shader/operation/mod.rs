//! ALU instructions: values of operations from the components of their sources.
//!
//! They are described once, over a [`Datapath`]: lowering makes operations of them, and the
//! reference computes them.
//!
//! ```text
//! mod.rs          values
//! source.rs       components of sources, and of results
//! registers.rs    registers as the ALUs read and write them
//! ```

mod registers;
mod source;

use super::access::{Datapath, clamp};
use super::alu;
use super::instruction::Instruction;
use super::op::{Code, Part, Width};
use super::quirks::DotOrder;
use crate::isa::{Across, AluBundle, AluOp, OutmodInt, RegMode};

/// An ALU bundle that executes.
pub(super) struct Bundle {
    embedded: Option<[u32; 4]>,
    /// Components of r24 and r25 that the bundle has written: a bit each.
    pipeline: u8,
    /// Components of r1 that the bundle has written: a bit each.
    pub writeout: u8,
}

/// An instruction in a datapath.
struct Operation<'i, D> {
    d: &'i mut D,
    bundle: &'i mut Bundle,
    n: &'i Instruction,
}

/// A value of an operation before it is delivered.
#[derive(Clone, Copy, Debug)]
enum Value<V> {
    Narrow(V),
    Wide([V; 2]),
}

impl Bundle {
    pub fn new(alu: &AluBundle) -> Bundle {
        Bundle {
            embedded: alu.constants,
            pipeline: 0,
            writeout: 0,
        }
    }

    /// Executes the instructions of a stage, or reports why one is not executed.
    pub fn execute<D: Datapath>(&mut self, d: &mut D, stage: &[Result<Instruction, &'static str>]) {
        for instruction in stage {
            match instruction {
                Ok(n) => Operation { d, bundle: self, n }.execute(),
                Err(what) => d.missing(what),
            }
        }
    }
}

impl<D: Datapath> Operation<'_, D> {
    fn execute(&mut self) {
        // It is delivered several times.
        let shared = self.shared().map(|value| self.d.kept(value));
        for &(p, number) in &self.n.written {
            self.d.next_component();
            let Some(value) = shared.map(Value::Narrow).or_else(|| self.value(p)) else {
                return;
            };
            self.deliver(value, number);
        }
        self.d.next_component();
    }

    /// Both sources of an operation of up to 32 bits, for position `p`.
    fn both(&mut self, p: u8) -> [D::Value; 2] {
        [0, 1].map(|i| self.source(i, p))
    }

    /// The value of an operation that has the same at all positions, with its output modifier.
    fn shared(&mut self) -> Option<D::Value> {
        let value = match self.n.across {
            Across::Dot(count) => self.dot(count),
            Across::All => self.reduce(AluOp::Iand),
            Across::Any => self.reduce(AluOp::Ior),
            _ => return None,
        };
        Some(self.modified(value))
    }

    /// The value of another operation at position `p`, with its output modifier; without one,
    /// the instruction is not executed further.
    fn value(&mut self, p: u8) -> Option<Value<D::Value>> {
        match self.n.mode {
            RegMode::W64 => self.wide_component(p).map(Value::Wide),
            _ => self.component(p).map(Value::Narrow),
        }
    }

    /// The value of an operation of up to 32 bits at position `p`, with its output modifier.
    fn component(&mut self, p: u8) -> Option<D::Value> {
        let (op, width) = (self.n.op, self.n.width());
        let only_words = match self.n.across {
            Across::Choose => "CHOOSE of components other than 32 bits",
            Across::Reduced => "FREDUCE of components other than 32 bits",
            _ => "",
        };
        if width != Width::W32 && !only_words.is_empty() {
            self.d.missing(only_words);
            return None;
        }
        let value = match self.n.across {
            Across::Select { vector } => {
                let both = self.both(p);
                self.selected(vector.then_some((self.n.condition, p)), both)
            }
            Across::Fused => {
                // The first source's first two components are the factors.
                let [a, b] = [0, 1].map(|p| self.source(0, p));
                let c = self.source(1, p);
                self.d.apply(Code::Alu(op, width), [a, b, c])
            }
            Across::Choose => {
                let number = self.source(1, p);
                let number = self.d.apply(Code::word(AluOp::Iand), [number, D::word(3)]);
                let mut value = self.source(0, 0);
                for i in 1..4 {
                    let own = self.source(0, i);
                    let i = D::word(i.into());
                    let chosen = self.d.apply(Code::word(AluOp::Ieq), [number, i]);
                    value = self.d.apply(Code::Select, [chosen, own, value]);
                }
                value
            }
            Across::Angle if p % 4 == 1 => {
                self.d.missing(alu::ANGLE_Y);
                return None;
            }
            Across::Angle => {
                let both = self.both(p);
                self.d.apply(Code::Angle(p % 4), both)
            }
            Across::Reduced => {
                let mask = D::word(alu::reduced_exponent(self.d.quirks()));
                let [x, y, z, w] = [0, 1, 2, 3].map(|i| {
                    let a = self.source(0, i);
                    self.d.apply(Code::word(AluOp::Iand), [a, mask])
                });
                let mut max = |a, b| self.d.apply(Code::word(AluOp::Umax), [a, b]);
                let (xy, zw) = (max(x, y), max(z, w));
                let largest = max(xy, zw);
                let a = self.source(0, p);
                self.d.apply(Code::Alu(op, width), [a, largest])
            }
            Across::No | Across::Dot(_) | Across::All | Across::Any => return self.plain(p),
        };
        Some(self.modified(value))
    }

    /// The value of an operation on components at its own position.
    fn plain(&mut self, p: u8) -> Option<D::Value> {
        let [first, second] = self.n.reads;
        let a = first.then(|| self.source(0, p));
        let b = second.then(|| self.source(1, p));
        let both = [a.or(b)?, b.or(a)?];
        let (op, width) = (self.n.op, self.n.width());
        if let Some(modifier) = self.n.integer_modifier() {
            let code = Code::Saturated(op, width, modifier, self.n.narrow as u8);
            return Some(self.d.apply(code, both));
        }
        // Moves read the second source only.
        let value = match first {
            false => both[1],
            true => self.d.apply(Code::Alu(op, width), both),
        };
        Some(self.modified(value))
    }

    /// A choice by r31: by its w component, or by the component of so many bits at a
    /// position.
    fn selected(&mut self, place: Option<(u32, u8)>, [a, b]: [D::Value; 2]) -> D::Value {
        let Some((bits, p)) = place else {
            let condition = self.d.condition(3);
            return self.d.apply(Code::Select, [condition, a, b]);
        };
        let per_word = (32 / bits) as u8;
        let word = self.d.condition(p / per_word);
        let condition = match bits {
            32 => word,
            _ => {
                let code = Code::field(bits, p % per_word, true);
                self.d.apply(code, [word])
            }
        };
        self.d.apply(Code::SelectBits, [condition, a, b])
    }

    /// The value of an operation of 64 bits at position `p`, with its output modifier.
    fn wide_component(&mut self, p: u8) -> Option<[D::Value; 2]> {
        let (n, op) = (self.n, self.n.op);
        // A source that the operation does not have may name a register without a value.
        let [a, b] = [0, 1].map(|i| match n.reads[i] {
            true => self.wide_source(i, p),
            false => [D::word(0); 2],
        });
        let words = match (n.across, op) {
            (Across::Select { vector }, _) => [0, 1].map(|i: u8| {
                let place = vector.then_some((32, 2 * p + i));
                self.selected(place, [a[usize::from(i)], b[usize::from(i)]])
            }),
            (_, AluOp::Imov | AluOp::Fmov) => b,
            _ if !alu::has_wide(op) => {
                self.d.missing("an operation on components of 64 bits");
                return None;
            }
            _ => [Part::Low, Part::High].map(|part| {
                let operands = [a[0], a[1], b[0], b[1]];
                self.d.apply(Code::Wide(op, part), operands)
            }),
        };
        match n.integer_modifier() {
            Some(OutmodInt::KeepHi) if n.narrow == 32 => return Some([words[1]; 2]),
            Some(_) => self.d.missing("output modifiers of integers of 64 bits"),
            None if !n.writes_integers() && clamp(n.outmod).is_some() => {
                self.d.missing("output modifiers of floats of 64 bits");
            }
            None => {}
        }
        Some(words)
    }

    fn dot(&mut self, count: u8) -> D::Value {
        let products = (0..count).map(|p| {
            let both = self.both(p);
            self.d.apply(Code::word(AluOp::Fmul), both)
        });
        let products: Vec<D::Value> = products.collect();
        let order = self.d.quirks().dot_order;
        let mut sum = |x: D::Value, y: D::Value| self.d.apply(Code::word(AluOp::Fadd), [x, y]);
        match (products.as_slice(), order) {
            (&[x, y, z, w], DotOrder::Pairs) => {
                let (xy, zw) = (sum(x, y), sum(z, w));
                sum(xy, zw)
            }
            (products, _) => {
                let all = products.iter().copied().reduce(&mut sum);
                all.unwrap_or(D::word(0))
            }
        }
    }

    fn reduce(&mut self, with: AluOp) -> D::Value {
        let mut all = None;
        for p in 0..4 {
            let both = self.both(p);
            let one = self.d.apply(Code::Alu(self.n.op, self.n.width()), both);
            all = Some(match all {
                None => one,
                Some(all) => self.d.apply(Code::word(with), [all, one]),
            });
        }
        all.unwrap_or(D::word(0))
    }

    /// A value of up to 32 bits with the output modifier.
    fn modified(&mut self, value: D::Value) -> D::Value {
        let n = self.n;
        let code = match n.integer_modifier() {
            // Truth values are 0 and -1, selected values have the width.
            Some(modifier) => Code::Saturated(AluOp::Imov, n.width(), modifier, n.narrow as u8),
            None => match clamp(n.outmod).filter(|_| !n.writes_integers()) {
                Some(clamp) => clamp,
                None => return value,
            },
        };
        self.d.apply(code, [value, value])
    }
}
