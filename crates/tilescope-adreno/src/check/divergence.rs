//! Branches at which invocations take different ways.
//!
//! A branch whose predicate is the same in all invocations needs no place on the branch stack, and
//! Mesa's compiler counts none for it: comparisons of constants, and of counters of loops. So only
//! what is certain is told: the predicate is computed from an input, or from a varying, of the shader.

use crate::isa::{Inst, Op, Operand, Reg, Value, decode};

/// Halves of the general registers that are not shared: a full register is two of them, as the a6xx
/// has both in one file.
const HALVES: usize = Reg::SHARED.0 as usize * 2;

/// Writes of a half of a register.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Writes {
    /// None: it is an input, if it is read.
    #[default]
    None,
    /// Varyings only.
    Varyings,
    /// Others.
    Others,
}

/// The most registers that an instruction without an arithmetic form writes.
const MOST: usize = 16;

fn halves(reg: u8, half: bool) -> std::ops::Range<usize> {
    match half {
        true => reg.into()..usize::from(reg) + 1,
        false => 2 * usize::from(reg)..2 * usize::from(reg) + 2,
    }
}

fn note(writes: &mut [Writes], inst: &Inst) {
    let mut mark = |range: std::ops::Range<usize>, what: Writes| {
        let end = range.end.min(HALVES);
        for w in writes.get_mut(range.start..end).into_iter().flatten() {
            *w = match *w {
                Writes::Others => Writes::Others,
                _ => what,
            };
        }
    };
    // Flow control and barriers have no destination.
    if matches!(inst.row.category(), 0 | 7) {
        return;
    }
    let Some(alu) = inst.alu() else {
        // Bits 39:32 are the destination, of either precision.
        let first = usize::from((inst.word >> 32) as u8);
        mark(first..first + MOST, Writes::Others);
        mark(2 * first..2 * (first + MOST), Writes::Others);
        return;
    };
    let what = match inst.row.op {
        Op::BaryF => Writes::Varyings,
        _ => Writes::Others,
    };
    for destination in &alu.destinations {
        match destination.value {
            Value::Reg(reg) => {
                for step in 0..=alu.repeat {
                    mark(halves(reg.0.saturating_add(step), destination.half), what);
                }
            }
            // Any register.
            _ => mark(0..HALVES, Writes::Others),
        }
    }
}

/// Whether a branch depends on an input or a varying.
pub(super) fn is_certain(program: &[u64]) -> bool {
    let mut writes = [Writes::None; HALVES];
    let instructions: Vec<Inst> = program.iter().filter_map(|&word| decode(word)).collect();
    for inst in &instructions {
        note(&mut writes, inst);
    }
    let varies = |o: &Operand| match o.value {
        Value::Reg(reg) => {
            let of = writes.get(halves(reg.0, o.half));
            of.is_some_and(|of| of.iter().all(|w| *w != Writes::Others))
        }
        _ => false,
    };
    // By component of the predicate: whether the last value varies.
    let mut predicate = [false; 4];
    for inst in &instructions {
        // Both ways of a branch to the next instruction are one.
        if inst.row.op == Op::Br && inst.distance() != Some(1) {
            let component = (inst.word >> 53 & 3) as usize;
            if predicate[component] {
                return true;
            }
        }
        let Some(alu) = inst.alu() else {
            continue;
        };
        for destination in &alu.destinations {
            let Value::Reg(reg) = destination.value else {
                continue;
            };
            let component = usize::from(reg.0.wrapping_sub(Reg::P0.0));
            if let Some(p) = predicate.get_mut(component) {
                *p = alu.sources.iter().any(varies);
            }
        }
    }
    false
}
