//! Checks of shaders: instructions, ends, branches, and results that are read too early.
//!
//! Results are followed through stretches without a branch into or out of them; what comes
//! before a stretch is taken to be complete. So there are no notes about correct shaders, and
//! some errors across branches are not found.

use crate::isa::{Alu, Inst, Op, Operand, Reg, Value, decode};
use crate::rules::shader;
use std::collections::HashMap;
use tilescope_core::Rule;

/// The end of a shader's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// With an instruction that ends it.
    Itself,
    /// Without one.
    Cut,
}

/// A note about an instruction: its index, the rule, what is wrong.
pub type ShaderNote = (usize, &'static Rule, String);

/// A register with its precision. Half registers share bits with full ones, which is left
/// out: it adds errors and no correct reads.
type Place = (Reg, bool);

/// When a result is complete.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pending {
    /// With the next (ss).
    Special,
    /// With the next (sy).
    Texture,
    /// This cycle is that of the instruction that wrote it.
    Cycle(u64),
}

/// The results on the way in a stretch.
#[derive(Default)]
struct Results {
    pending: HashMap<Place, Pending>,
    /// The cycle of the next instruction.
    cycle: u64,
}

/// Cycles between an arithmetic result and its use by arithmetic.
const TO_ARITHMETIC: u64 = 3;
/// Cycles between it and its use as the third source of a product and a sum.
const TO_SUM: u64 = 1;
/// Cycles between it and its use by another unit, and of the address register by any.
const TO_OTHERS: u64 = 6;

/// The unit that computes shared registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shared {
    /// The one of all registers.
    Vector,
    /// A scalar unit, which has its own results at once (Mesa 25.0, ir3_delay.c), or it is not known.
    Scalar,
}

/// Instructions that change which invocations run: what runs after them need not read what ran
/// before.
const PREDICATED: [Op; 3] = [Op::PredTrue, Op::PredFalse, Op::PredEnd];

/// Instructions that read their third source later than the others: of category 3 those that multiply
/// (Mesa 25.0, `ir3_src_read_delay`).
const MULTIPLY_AND_ADD: [Op; 8] = [
    Op::MadU16,
    Op::MadshU16,
    Op::MadS16,
    Op::MadshM16,
    Op::MadU24,
    Op::MadS24,
    Op::MadF16,
    Op::MadF32,
];

/// The way in which an instruction executes over several cycles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Steps {
    /// Repetitions: each reads sources that advance, and writes the next register.
    Repeat(u64),
    /// Moves of several values: each source and each destination has its cycle, and a single one
    /// advances (Mesa 25.0, `ir3_src_read_delay`, `delay_update`).
    Moves(u64),
}

impl Steps {
    fn of(inst: &Inst, alu: &Alu) -> Steps {
        match inst.row.op {
            Op::Swz | Op::Gat | Op::Sct => {
                let values = alu.sources.len().max(alu.destinations.len());
                Steps::Moves(values.saturating_sub(1) as u64)
            }
            _ => Steps::Repeat(u64::from(alu.repeat)),
        }
    }

    /// Cycles after the first.
    const fn more(self) -> u64 {
        match self {
            Steps::Repeat(n) | Steps::Moves(n) => n,
        }
    }

    /// The registers and cycles of operand `n` of `count`: how far it advances, and when.
    fn places(self, n: usize, count: usize, advances: bool) -> impl Iterator<Item = (u64, u64)> {
        let (first, last) = match self {
            Steps::Repeat(more) => (0, if advances { more } else { 0 }),
            Steps::Moves(more) if count == 1 => (0, more),
            Steps::Moves(_) => (n as u64, n as u64),
        };
        let moves = matches!(self, Steps::Moves(_)) && count > 1;
        (first..=last).map(move |cycle| (if moves { 0 } else { cycle }, cycle))
    }
}

/// Bits that all categories have at one place: (sy), and (ss) in categories 0 to 4.
const SY: u64 = 1 << 60;
const SS: u64 = 1 << 44;

/// Checks the instructions of a shader up to its end.
pub fn check_shader(program: &[u64], ended: Ended, shared: Shared) -> Vec<ShaderNote> {
    let mut notes = Vec::new();
    let instructions: Vec<Option<Inst>> = program.iter().map(|&word| decode(word)).collect();
    let mut begins = vec![false; program.len()];
    for (i, inst) in instructions.iter().enumerate() {
        let Some(inst) = inst else {
            let message = format!("{:#018x} is not an instruction", program[i]);
            notes.push((i, &shader::WORDS_ARE_INSTRUCTIONS, message));
            continue;
        };
        let Some(distance) = inst.distance() else {
            continue;
        };
        let target = (i as i64).saturating_add(i64::from(distance));
        match usize::try_from(target).ok().and_then(|t| begins.get_mut(t)) {
            Some(begin) => *begin = true,
            None => {
                let message = format!("the target is instruction {target} of {}", program.len());
                notes.push((i, &shader::BRANCHES_STAY_INSIDE, message));
            }
        }
    }
    if ended == Ended::Cut {
        let last = program.len().saturating_sub(1);
        let message = format!("none of {} instructions ends the shader", program.len());
        notes.push((last, &shader::SHADERS_END, message));
    }
    let mut results = Results::default();
    for (i, inst) in instructions.iter().enumerate() {
        let Some(inst) = inst else {
            results = Results::default();
            continue;
        };
        if begins[i] {
            results = Results::default();
        }
        results.step(i, inst, shared, &mut notes);
        if inst.distance().is_some() || PREDICATED.contains(&inst.row.op) {
            results = Results::default();
        }
    }
    notes
}

fn is_shared(reg: Reg) -> bool {
    (Reg::SHARED.0..Reg::GAP.0).contains(&reg.0)
}

impl Results {
    fn step(&mut self, index: usize, inst: &Inst, shared: Shared, notes: &mut Vec<ShaderNote>) {
        let category = inst.row.category();
        if inst.word & SY != 0 {
            self.pending.retain(|_, p| *p != Pending::Texture);
        }
        if category <= 4 && inst.word & SS != 0 {
            self.pending.retain(|_, p| *p != Pending::Special);
        }
        if matches!(inst.row.op, Op::Br | Op::Kill) {
            self.predicate(index, inst, notes);
        }
        let repeat = inst.word >> 40 & 7;
        let Some(alu) = inst.alu() else {
            if category == 5 {
                self.texture(inst);
            } else if category == 0 {
                // Idle cycles are repetitions of nop.
                self.cycle += if inst.row.op == Op::Nop { repeat } else { 0 };
            } else {
                // What it writes is not followed.
                self.forget(inst);
            }
            self.cycle += 1;
            return;
        };
        let steps = Steps::of(inst, &alu);
        let repeat = u64::from(alu.repeat);
        let third = MULTIPLY_AND_ADD.contains(&inst.row.op).then_some(2);
        for operand in alu.sources.iter().chain(&alu.destinations) {
            if let Some(note) = self.place(operand, repeat) {
                notes.push((index, note.0, note.1));
            }
        }
        for (n, source) in alu.sources.iter().enumerate() {
            let wait = if category == 4 {
                TO_OTHERS
            } else if third == Some(n) {
                TO_SUM
            } else {
                TO_ARITHMETIC
            };
            for place in steps.places(n, alu.sources.len(), source.advance) {
                if let Some(note) = self.read(source, place, wait) {
                    notes.push((index, note.0, note.1));
                }
            }
        }
        let special = category == 4;
        for (n, destination) in alu.destinations.iter().enumerate() {
            let Value::Reg(reg) = destination.value else {
                // A place relative to the address register may be any.
                self.pending.clear();
                continue;
            };
            for (step, cycle) in steps.places(n, alu.destinations.len(), true) {
                let Some(reg) = reg.0.checked_add(step as u8).map(Reg) else {
                    continue;
                };
                let key = (reg, destination.half);
                if special {
                    self.pending.insert(key, Pending::Special);
                } else if shared == Shared::Scalar && is_shared(reg) {
                    self.pending.remove(&key);
                } else {
                    self.pending.insert(key, Pending::Cycle(self.cycle + cycle));
                }
                // The other precision may share bits with it: not followed.
                self.pending.remove(&(reg, !destination.half));
            }
        }
        self.cycle += 1 + steps.more() + u64::from(alu.nops);
    }

    /// The cycles since a register got a result of arithmetic, if that is known.
    fn since(&self, reg: Reg) -> Option<u64> {
        let pending = [true, false].map(|half| self.pending.get(&(reg, half)).copied());
        pending.into_iter().flatten().find_map(|p| match p {
            Pending::Cycle(written) => Some(self.cycle.saturating_sub(written + 1)),
            _ => None,
        })
    }

    /// A register that does not exist, or an address that is not written yet.
    fn place(&self, operand: &Operand, repeat: u64) -> Option<(&'static Rule, String)> {
        match operand.value {
            Value::Reg(reg) if !operand.half => {
                let last = u64::from(reg.0) + if operand.advance { repeat } else { 0 };
                let gap = u64::from(Reg::GAP.0)..u64::from(Reg::A0.0);
                gap.contains(&last).then(|| {
                    let message = format!("r{} is not a register", last / 4);
                    (&shader::REGISTERS_EXIST, message)
                })
            }
            Value::RelReg(_) | Value::RelConst(_) => {
                let cycles = self.since(Reg::A0)?;
                (cycles < TO_OTHERS).then(|| {
                    let message = format!(
                        "a0.x is used {cycles} cycles after the instruction that writes it, not {TO_OTHERS}"
                    );
                    (&shader::ADDRESSES_TAKE_CYCLES, message)
                })
            }
            _ => None,
        }
    }

    /// The predicate of a branch: its component is in bits 54:53.
    fn predicate(&mut self, index: usize, inst: &Inst, notes: &mut Vec<ShaderNote>) {
        let reg = Reg(Reg::P0.0 + (inst.word >> 53 & 3) as u8);
        if let Some(cycles) = self.since(reg).filter(|&c| c < TO_OTHERS) {
            let message = format!(
                "{reg} is used {cycles} cycles after the instruction that writes it, not {TO_OTHERS}"
            );
            notes.push((index, &shader::PREDICATES_TAKE_CYCLES, message));
        }
    }

    /// A read of a source that advanced so far, at a cycle: the rule that it breaks, and how.
    fn read(
        &self,
        source: &Operand,
        (step, cycle): (u64, u64),
        wait: u64,
    ) -> Option<(&'static Rule, String)> {
        let Value::Reg(reg) = source.value else {
            return None;
        };
        let reg = Reg(reg.0.checked_add(step as u8)?);
        // The predicate and address registers have rules of their own.
        if reg.0 >= Reg::A0.0 {
            return None;
        }
        let half = if source.half { "h" } else { "" };
        match *self.pending.get(&(reg, source.half))? {
            Pending::Special => {
                let message = format!("{half}{reg} is the result of a special function");
                Some((&shader::SS_BEFORE_RESULTS, message))
            }
            Pending::Texture => {
                let message = format!("{half}{reg} is the result of a texture");
                Some((&shader::SY_BEFORE_RESULTS, message))
            }
            Pending::Cycle(written) => {
                let between = (self.cycle + cycle).saturating_sub(written + 1);
                (between < wait).then(|| {
                    let message = format!(
                        "{half}{reg} is read {between} cycles after the instruction that writes it, not {wait}"
                    );
                    (&shader::RESULTS_TAKE_CYCLES, message)
                })
            }
        }
    }

    /// The destination of an instruction of category 5: a mask of components in bits 43:40, half
    /// precision by the type in bits 46:44.
    fn texture(&mut self, inst: &Inst) {
        let first = (inst.word >> 32) as u8;
        let half = matches!(inst.word >> 44 & 7, 0 | 2 | 4 | 6 | 7);
        for component in 0..4 {
            if inst.word >> (40 + component) & 1 == 0 {
                continue;
            }
            if let Some(reg) = first.checked_add(component) {
                self.pending.insert((Reg(reg), half), Pending::Texture);
                self.pending.remove(&(Reg(reg), !half));
            }
        }
    }

    /// The destination of an instruction of categories 6 and 7 is complete for all we know.
    fn forget(&mut self, inst: &Inst) {
        let first = (inst.word >> 32) as u8;
        let hit = |place: &Place| (first..=first.saturating_add(15)).contains(&place.0.0);
        self.pending.retain(|place, _| !hit(place));
    }
}
