//! Values of ALU operations from the components of their sources.
//!
//! They are described once: lowering makes operations of them, and the reference computes
//! them. The components that a source has, and the bytes that a result becomes, are the
//! matter of either.

use super::access::{Values, clamp};
use super::alu;
use super::instruction::{Across, Instruction};
use super::op::{Code, Part, Width};
use super::quirks::{DotOrder, ShaderQuirks};
use crate::isa::{AluOp, OutmodInt, RegMode};

/// The sources of instructions in the lanes that execute them.
pub(super) trait Operands: Values {
    fn quirks(&self) -> &ShaderQuirks;

    /// Source `i` of an operation of up to 32 bits, for position `p`.
    fn source(&mut self, n: &Instruction, i: usize, p: u8) -> Self::Value;

    /// The low and the high word of source `i` of an operation of 64 bits, for position `p`.
    fn wide_source(&mut self, n: &Instruction, i: usize, p: u8) -> [Self::Value; 2];

    /// A component of r31 as a condition.
    fn condition(&mut self, component: u8) -> Self::Value;

    /// A value that outlives those of its component.
    fn kept(&mut self, value: Self::Value) -> Self::Value {
        value
    }

    /// The values of the next component may take the place of the last one's.
    fn component_ends(&mut self) {}

    /// Writes a component of the destination when the stage ends.
    fn deliver(&mut self, n: &Instruction, value: Value<Self::Value>, number: u8);
}

/// A value of an operation before it is delivered.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value<V> {
    Narrow(V),
    Wide([V; 2]),
}

/// Executes an instruction, or reports why it is not executed.
pub(super) fn execute<D: Operands>(d: &mut D, n: &Result<Instruction, &'static str>) {
    let n = match n {
        Ok(n) => n,
        Err(what) => return d.missing(what),
    };
    // It is delivered several times.
    let shared = shared(d, n).map(|value| d.kept(value));
    for &(p, number) in &n.written {
        d.component_ends();
        let Some(value) = shared.map(Value::Narrow).or_else(|| value(d, n, p)) else {
            return;
        };
        d.deliver(n, value, number);
    }
    d.component_ends();
}

/// The value of an operation that has the same at all positions, with its output modifier.
fn shared<D: Operands>(d: &mut D, n: &Instruction) -> Option<D::Value> {
    let value = match n.across {
        Across::Dot(count) => dot(d, n, count),
        Across::All => reduce(d, n, AluOp::Iand),
        Across::Any => reduce(d, n, AluOp::Ior),
        _ => return None,
    };
    Some(modified(d, n, value))
}

/// The value of another operation at position `p`, with its output modifier; without one,
/// the instruction is not executed further.
fn value<D: Operands>(d: &mut D, n: &Instruction, p: u8) -> Option<Value<D::Value>> {
    match n.mode {
        RegMode::W64 => wide_component(d, n, p).map(Value::Wide),
        _ => component(d, n, p).map(Value::Narrow),
    }
}

/// The value of an operation of up to 32 bits at position `p`, with its output modifier.
fn component<D: Operands>(d: &mut D, n: &Instruction, p: u8) -> Option<D::Value> {
    let (op, width) = (n.op, n.width());
    let only_words = match n.across {
        Across::Choose => "CHOOSE of components other than 32 bits",
        Across::Reduced => "FREDUCE of components other than 32 bits",
        _ => "",
    };
    if width != Width::W32 && !only_words.is_empty() {
        d.missing(only_words);
        return None;
    }
    let value = match n.across {
        Across::Select { vector } => {
            let both = [0, 1].map(|i| d.source(n, i, p));
            selected(d, vector.then_some((n.condition, p)), both)
        }
        Across::Fused => {
            // The first source's first two components are the factors.
            let [a, b] = [0, 1].map(|p| d.source(n, 0, p));
            let c = d.source(n, 1, p);
            d.apply(Code::Alu(op, width), [a, b, c])
        }
        Across::Choose => {
            let number = d.source(n, 1, p);
            let number = d.apply(Code::word(AluOp::Iand), [number, D::word(3)]);
            let mut value = d.source(n, 0, 0);
            for i in 1..4 {
                let own = d.source(n, 0, i);
                let i = D::word(i.into());
                let chosen = d.apply(Code::word(AluOp::Ieq), [number, i]);
                value = d.apply(Code::Select, [chosen, own, value]);
            }
            value
        }
        Across::Angle if p % 4 == 1 => {
            d.missing(alu::ANGLE_Y);
            return None;
        }
        Across::Angle => {
            let both = [0, 1].map(|i| d.source(n, i, p));
            d.apply(Code::Angle(p % 4), both)
        }
        Across::Reduced => {
            let mask = D::word(alu::reduced_exponent(d.quirks()));
            let [x, y, z, w] = [0, 1, 2, 3].map(|i| {
                let a = d.source(n, 0, i);
                d.apply(Code::word(AluOp::Iand), [a, mask])
            });
            let mut max = |a, b| d.apply(Code::word(AluOp::Umax), [a, b]);
            let (xy, zw) = (max(x, y), max(z, w));
            let largest = max(xy, zw);
            let a = d.source(n, 0, p);
            d.apply(Code::Alu(op, width), [a, largest])
        }
        Across::No | Across::Dot(_) | Across::All | Across::Any => return plain(d, n, p),
    };
    Some(modified(d, n, value))
}

/// The value of an operation on components at its own position.
fn plain<D: Operands>(d: &mut D, n: &Instruction, p: u8) -> Option<D::Value> {
    let [first, second] = alu::sources(n.op);
    let a = first.then(|| d.source(n, 0, p));
    let b = second.then(|| d.source(n, 1, p));
    let both = [a.or(b)?, b.or(a)?];
    let (op, width) = (n.op, n.width());
    if let Some(modifier) = n.integer_modifier() {
        let code = Code::Saturated(op, width, modifier, n.narrow as u8);
        return Some(d.apply(code, both));
    }
    let moves = matches!(
        op,
        AluOp::Imov | AluOp::Fmov | AluOp::FmovRtz | AluOp::FmovRtn | AluOp::FmovRtp
    );
    let value = match moves {
        true => both[1],
        false => d.apply(Code::Alu(op, width), both),
    };
    Some(modified(d, n, value))
}

/// A choice by r31: by its w component, or by the component of so many bits at a
/// position.
fn selected<D: Operands>(d: &mut D, place: Option<(u32, u8)>, [a, b]: [D::Value; 2]) -> D::Value {
    let Some((bits, p)) = place else {
        let condition = d.condition(3);
        return d.apply(Code::Select, [condition, a, b]);
    };
    let per_word = (32 / bits) as u8;
    let word = d.condition(p / per_word);
    let condition = match bits {
        32 => word,
        _ => d.apply(Code::field(bits, p % per_word, true), [word]),
    };
    d.apply(Code::SelectBits, [condition, a, b])
}

/// The value of an operation of 64 bits at position `p`, with its output modifier.
fn wide_component<D: Operands>(d: &mut D, n: &Instruction, p: u8) -> Option<[D::Value; 2]> {
    let op = n.op;
    let reads = alu::sources(op);
    // A source that the operation does not have may name a register without a value.
    let [a, b] = [0, 1].map(|i| match reads[i] {
        true => d.wide_source(n, i, p),
        false => [D::word(0); 2],
    });
    let words = match (n.across, op) {
        (Across::Select { vector }, _) => [0, 1].map(|i: u8| {
            let place = vector.then_some((32, 2 * p + i));
            selected(d, place, [a[usize::from(i)], b[usize::from(i)]])
        }),
        (_, AluOp::Imov | AluOp::Fmov) => b,
        _ if !alu::has_wide(op) => {
            d.missing("an operation on components of 64 bits");
            return None;
        }
        _ => [Part::Low, Part::High].map(|part| {
            let operands = [a[0], a[1], b[0], b[1]];
            d.apply(Code::Wide(op, part), operands)
        }),
    };
    match n.integer_modifier() {
        Some(OutmodInt::KeepHi) if n.narrow == 32 => return Some([words[1]; 2]),
        Some(_) => d.missing("output modifiers of integers of 64 bits"),
        None if !n.writes_integers() && clamp(n.outmod).is_some() => {
            d.missing("output modifiers of floats of 64 bits");
        }
        None => {}
    }
    Some(words)
}

fn dot<D: Operands>(d: &mut D, n: &Instruction, count: u8) -> D::Value {
    let products = (0..count).map(|p| {
        let both = [0, 1].map(|i| d.source(n, i, p));
        d.apply(Code::word(AluOp::Fmul), both)
    });
    let products: Vec<D::Value> = products.collect();
    let order = d.quirks().dot_order;
    let mut sum = |x: D::Value, y: D::Value| d.apply(Code::word(AluOp::Fadd), [x, y]);
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

fn reduce<D: Operands>(d: &mut D, n: &Instruction, with: AluOp) -> D::Value {
    let mut all = None;
    for p in 0..4 {
        let both = [0, 1].map(|i| d.source(n, i, p));
        let one = d.apply(Code::Alu(n.op, n.width()), both);
        all = Some(match all {
            None => one,
            Some(all) => d.apply(Code::word(with), [all, one]),
        });
    }
    all.unwrap_or(D::word(0))
}

/// A value of up to 32 bits with the output modifier.
fn modified<D: Operands>(d: &mut D, n: &Instruction, value: D::Value) -> D::Value {
    let code = match n.integer_modifier() {
        // Truth values are 0 and -1, selected values have the width.
        Some(modifier) => Code::Saturated(AluOp::Imov, n.width(), modifier, n.narrow as u8),
        None => match clamp(n.outmod).filter(|_| !n.writes_integers()) {
            Some(clamp) => clamp,
            None => return value,
        },
    };
    d.apply(code, [value, value])
}
