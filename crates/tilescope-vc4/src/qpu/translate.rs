//! Translation of instructions to operations: the bounds and contents of runs.
//!
//! Delays inside a run are resolved here. A register whose old value the next
//! instruction still sees is copied before it is overwritten; an SFU result is only
//! delayed if r4 is read before it is due. A run ends early if an effect would still be
//! pending at its end, and the pipeline model executes the instructions left out.

use super::decode::{Branch, Decoded, Kind, Pack, Rotate, Write};
use super::emit::{Carry, Emitter};
use super::flushed;
use super::hazards::NONE;
use super::program::{Program, Run, Tail};
use crate::isa::{AddOp, Cond, MulOp, Signal};

/// Longest run, in instructions. Every instruction may start a run that is then
/// discarded, so without a limit a long program could take quadratic time.
const MAX_RUN: usize = 256;

/// Fills in the runs of `p`.
pub(super) fn translate(p: &mut Program) {
    let code = std::mem::take(&mut p.code);
    let mut t = Translator {
        split: splits(p, &code),
        flushed: flushed::analyse(&code, |b| static_target(p, b)),
        rotates: code.iter().any(|d| d.accumulators_rotated() != 0),
        carry: if p.tests_carry() {
            Carry::Kept
        } else {
            Carry::Ignored
        },
        p,
        code: &code,
    };
    let mut work: Vec<usize> = (0..code.len()).filter(|&i| t.split[i]).collect();
    let mut seen = vec![false; code.len()];
    while let Some(i) = work.pop() {
        if std::mem::replace(&mut seen[i], true) {
            continue;
        }
        let end = t.end_of_run(i);
        if end > i {
            t.emit_run(i, end);
        }
        // The instruction left out at `end` may start another run. If not, the pipeline
        // model executes it, and the next run can start after it, or one later if it
        // has pending effects.
        for next in [end, end + 1, end + 2] {
            if next > i && next < code.len() {
                work.push(next);
            }
        }
    }
    p.code = code;
}

/// Instructions where control flow may arrive from elsewhere.
fn splits(p: &Program, code: &[Decoded]) -> Vec<bool> {
    let mut split = vec![false; code.len()];
    let mut mark = |i: usize| {
        if let Some(s) = split.get_mut(i) {
            *s = true;
        }
    };
    mark(0);
    for (i, d) in code.iter().enumerate() {
        if let Kind::Branch(b) = &d.kind {
            mark(i + 4);
            if let Some(t) = static_target(p, b) {
                mark(t);
            }
        }
        if slow(d) {
            mark(i + 1);
        }
    }
    split
}

fn static_target(p: &Program, b: &Branch) -> Option<usize> {
    match b.register {
        Some(_) => None,
        None => index(p, b.target),
    }
}

/// Same as [`Program::index`], while the program's instructions are moved out.
fn index(p: &Program, address: u32) -> Option<usize> {
    let offset = address.wrapping_sub(p.address(0));
    let i = (offset / 8) as usize;
    (offset.is_multiple_of(8) && i < p.entries.len()).then_some(i)
}

/// Instructions that the pipeline model always executes.
fn slow(d: &Decoded) -> bool {
    let starts_sfu = |to| matches!(to, Write::Sfu(_));
    let partial_r5 = matches!(d.pack, Pack::Mul(_))
        && d.has_mul()
        && matches!(d.mul_to, Write::R5All | Write::R5Quad);
    let conditional_sfu = (starts_sfu(d.add_to) && d.has_add() && d.add_cond != Cond::Always)
        || (starts_sfu(d.mul_to) && d.has_mul() && d.mul_cond != Cond::Always);
    let twice = |f: fn(Write) -> bool| f(d.add_to) && f(d.mul_to) && d.has_add() && d.has_mul();
    match &d.kind {
        Kind::Reserved => true,
        _ if d.signal == Signal::Breakpoint => true,
        Kind::Branch(b) => {
            let link = |to| matches!(to, Write::Register(_) | Write::Accumulator(_) | Write::Nop);
            b.set_flags || !link(d.add_to) || !link(d.mul_to)
        }
        Kind::Alu(a) => {
            let rotated_carry = a.rotate != Rotate::None
                && d.set_flags
                && a.add == AddOp::Nop
                && a.mul == MulOp::Mul24;
            partial_r5
                || conditional_sfu
                || rotated_carry
                || twice(|w| matches!(w, Write::Sfu(_)))
                || twice(|w| w == Write::UniformsAddress)
        }
        Kind::Load(_) | Kind::Semaphore => {
            partial_r5
                || conditional_sfu
                || twice(|w| matches!(w, Write::Sfu(_)))
                || twice(|w| w == Write::UniformsAddress)
        }
    }
}

struct Translator<'a> {
    p: &'a mut Program,
    code: &'a [Decoded],
    split: Vec<bool>,
    rotates: bool,
    carry: Carry,
    flushed: Vec<u128>,
}

impl Translator<'_> {
    /// End of the run that starts at `start`; `start` if there is none.
    fn end_of_run(&self, start: usize) -> usize {
        let mut end = start;
        let mut control: Option<(usize, usize)> = None;
        while end < self.code.len() && end - start < MAX_RUN {
            let d = &self.code[end];
            if slow(d) || (end > start && self.split[end]) {
                break;
            }
            if end > start && self.code[end - 1].delays_hard(d) {
                end -= 1;
                break;
            }
            let is_control = matches!(d.kind, Kind::Branch(_)) || d.ends();
            if is_control {
                if control.is_some() {
                    break;
                }
                control = Some((end, if d.ends() { 2 } else { 3 }));
            }
            end += 1;
            if let Some((at, slots)) = control
                && end == at + slots + 1
            {
                break;
            }
        }
        while end > start && !self.may_end(start, end) {
            end -= 1;
        }
        end
    }

    /// Whether a run of `start..end` would lose no pending effect.
    fn may_end(&self, start: usize, end: usize) -> bool {
        let tail = self.tail(start, end);
        if tail == Tail::End(2) {
            return true;
        }
        let late = |i: usize| self.code[i].starts_sfu() || self.code[i].moves_uniforms();
        if (end.saturating_sub(2).max(start)..end).any(late) {
            return false;
        }
        let last = &self.code[end - 1];
        let lost = |next: &Decoded| last.delays(next) || last.delays_hard(next);
        let after = self.code.get(end);
        if tail != Tail::Branch(3) {
            return after.is_none_or(|d| !lost(d));
        }
        let Kind::Branch(b) = &self.code[end - 4].kind else {
            return false;
        };
        if after.is_some_and(lost) {
            return false;
        }
        if b.register.is_some() {
            // The target may be any instruction.
            let register = last.registers_written() != [NONE; 2];
            return !register && (!self.rotates || last.accumulators_written() == 0);
        }
        static_target(self.p, b).is_none_or(|t| !lost(&self.code[t]))
    }

    fn tail(&self, start: usize, end: usize) -> Tail {
        for i in (start.max(end.saturating_sub(4))..end).rev() {
            let slots = (end - 1 - i) as u8;
            if matches!(self.code[i].kind, Kind::Branch(_)) {
                return Tail::Branch(slots);
            }
            if self.code[i].ends() {
                return Tail::End(slots);
            }
        }
        Tail::Next
    }

    fn emit_run(&mut self, start: usize, end: usize) {
        let first = &self.code[start];
        let run = Run {
            ops: self.p.ops.len() as u32,
            ip: start as u32,
            len: (end - start) as u32,
            tail: self.tail(start, end),
            reads: first.registers_read(),
            rotates: first.accumulators_rotated(),
        };
        let quirks = *self.p.quirks();
        let flushed = self.flushed[start];
        let ops = &mut self.p.ops;
        let mut e = Emitter::new(self.code, start, end, self.carry, &quirks, flushed, ops);
        for i in start..end {
            e.emit(i);
            self.p.op_ip.resize(e.len(), i as u32);
        }
        e.end();
        self.p.op_ip.resize(e.len(), end as u32 - 1);
        self.p.entries[start] = self.p.runs.len() as u32;
        self.p.runs.push(run);
    }
}
