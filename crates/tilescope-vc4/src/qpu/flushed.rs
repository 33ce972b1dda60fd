//! Registers that never hold a denormal or minus zero where an instruction
//! begins: float operations on them need not flush their operands.

use super::decode::{Alu, Branch, Decoded, Kind, Operand, Pack, Read, Rotate, Write};
use super::slots;
use crate::isa::{AddOp, Cond, MulOp};
use tilescope_exec::float;

/// A bit for each register and accumulator, by slot.
type Slots = u128;

/// Accumulators are read with their new value at once, registers one instruction
/// later.
const ACCUMULATORS: Slots = 0x3f << slots::R0;

/// Whether a slot holds a constant that is neither denormal nor minus zero.
pub(super) fn float_constant(slot: u8) -> bool {
    let code = slot.wrapping_sub(slots::IMM);
    code < 64 && {
        let bits = slots::small_immediate(code);
        bits == 0 || bits & float::EXPONENT != 0
    }
}

/// Facts known at the start of an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    /// Of the values that are there.
    now: Slots,
    /// Of those that were there before the last instruction, which still sees
    /// registers that it wrote as they were.
    old: Slots,
}

/// For each instruction, the slots that are such whichever way it is reached.
pub(super) fn analyse(code: &[Decoded], target: impl Fn(&Branch) -> Option<usize>) -> Vec<Slots> {
    let unknown = vec![0; code.len()];
    if code.is_empty() || code.iter().enumerate().any(|(i, _)| unclear(code, i)) {
        return unknown;
    }
    let all = State {
        now: Slots::MAX,
        old: Slots::MAX,
    };
    let mut before = vec![all; code.len()];
    before[0] = State { now: 0, old: 0 };
    // Bits are only taken away, so this ends; the bound is for long programs
    // with many branches.
    let mut budget = 16 * code.len() + 64;
    let mut work = vec![0];
    while let Some(i) = work.pop() {
        if budget == 0 {
            return unknown;
        }
        budget -= 1;
        let from = before[i];
        let after = State {
            now: transfer(&code[i], from),
            old: from.now,
        };
        let mut reach = |to: usize| {
            let Some(state) = before.get_mut(to) else {
                return;
            };
            let met = State {
                now: state.now & after.now,
                old: state.old & after.old,
            };
            if met != *state {
                *state = met;
                work.push(to);
            }
        };
        reach(i + 1);
        // A branch is taken after three more instructions.
        if let Some(Kind::Branch(b)) = i.checked_sub(3).map(|i| &code[i].kind)
            && let Some(to) = target(b)
        {
            reach(to);
        }
    }
    before.iter().map(|state| state.now).collect()
}

/// Whether instruction `i` is a branch that may go anywhere, or one in the delay
/// slots of another.
fn unclear(code: &[Decoded], i: usize) -> bool {
    let branch = |i: usize| matches!(code.get(i).map(|d| &d.kind), Some(Kind::Branch(_)));
    let anywhere = matches!(&code[i].kind, Kind::Branch(b) if b.register.is_some());
    anywhere || branch(i) && (1..=3).any(|n| branch(i + n))
}

/// Facts known after an instruction.
fn transfer(d: &Decoded, before: State) -> Slots {
    let read = before.now & (before.old | ACCUMULATORS);
    let mut now = before.now;
    let mut set = |to: Write, clean: bool, cond: Cond, packed: bool| {
        let slot = match to {
            Write::Register(slot) | Write::Accumulator(slot) => slot,
            Write::R5Quad | Write::R5All => slots::R5,
            Write::Sfu(_) => slots::R4,
            _ => return,
        };
        let bit = 1 << slot;
        let arrives = clean && !packed && !matches!(to, Write::Sfu(_));
        match (cond, arrives) {
            (Cond::Never, _) => {}
            (Cond::Always, true) => now |= bit,
            (_, true) => {}
            (_, false) => now &= !bit,
        }
    };
    let packed = |to| d.file_a_pack(to).is_some();
    let mul_packed = packed(d.mul_to) || matches!(d.pack, Pack::Mul(_));
    let (add, mul) = match &d.kind {
        Kind::Alu(a) => (add_result(a, read), mul_result(a, read)),
        Kind::Load(_) | Kind::Semaphore | Kind::Branch(_) | Kind::Reserved => (false, false),
    };
    if let Kind::Alu(a) = &d.kind
        && (a.read_a == Read::Varying || a.read_b == Read::Varying)
    {
        set(Write::R5All, false, Cond::Always, false);
    }
    if d.has_add() {
        set(d.add_to, add, d.add_cond, packed(d.add_to));
    }
    if d.has_mul() {
        set(d.mul_to, mul, d.mul_cond, mul_packed);
    }
    if d.load().is_some() {
        set(Write::Accumulator(slots::R4), false, Cond::Always, false);
    }
    now
}

fn add_result(a: &Alu, read: Slots) -> bool {
    match a.add {
        AddOp::Fadd | AddOp::Fsub | AddOp::Fmin | AddOp::Fmax => true,
        AddOp::Fminabs | AddOp::Fmaxabs | AddOp::Itof => true,
        AddOp::Or | AddOp::And | AddOp::Min | AddOp::Max => {
            a.add_in[0] == a.add_in[1] && operand(a, a.add_in[0], read)
        }
        _ => false,
    }
}

fn mul_result(a: &Alu, read: Slots) -> bool {
    match a.mul {
        MulOp::Fmul => true,
        MulOp::V8min | MulOp::V8max => {
            let same = a.mul_in[0] == a.mul_in[1] && a.rotate == Rotate::None;
            same && operand(a, a.mul_in[0], read)
        }
        _ => false,
    }
}

fn operand(a: &Alu, which: Operand, read: Slots) -> bool {
    let known = |what: Read| match what {
        Read::Register(slot) => read >> slot & 1 != 0,
        Read::Constant(slot) => float_constant(slot),
        _ => false,
    };
    match which {
        Operand::Accumulator(slots::R4) if a.unpack_r4 && a.unpack != 0 => false,
        Operand::Accumulator(slot) => read >> slot & 1 != 0,
        Operand::A => (a.unpack_r4 || a.unpack == 0) && known(a.read_a),
        Operand::B => known(a.read_b),
    }
}
