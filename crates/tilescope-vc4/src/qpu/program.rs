//! A QPU program, decoded and translated once.

use super::decode::{Decoded, Kind};
use super::hazards::{read_undefined, sees_residue, tests_carry};
use super::op::Op;
use super::quirks::QpuQuirks;
use super::skips::{self, Skip};
use super::slots;
use super::tracking::Tracking;
use super::translate;
use crate::isa::Inst;

/// Facts from the static checker that execution depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Instructions that stop the hardware, in ascending order.
    pub stopping: Vec<u32>,
    /// Reads of registers that only some paths define: instruction and slot.
    pub maybe_undefined: Vec<(u32, u8)>,
}

/// Control transfer at the end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tail {
    /// Continues with the next instruction.
    Next,
    /// With a branch of which this many delay slots have been executed.
    Branch(u8),
    /// With a program end of which this many delay slots have been executed.
    End(u8),
}

/// A translated sequence of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// First operation.
    pub ops: u32,
    /// First instruction.
    pub ip: u32,
    /// Number of instructions.
    pub len: u32,
    /// Control transfer at its end.
    pub tail: Tail,
    /// Registers that the first instruction reads; 255 for none.
    pub reads: [u8; 2],
    /// Accumulators that it rotates, a bit each.
    pub rotates: u8,
}

/// Decoded and translated instructions, independent of any thread.
#[derive(Clone, Debug)]
pub struct Program {
    base: u32,
    quirks: QpuQuirks,
    pub(super) code: Vec<Decoded>,
    pub(super) ops: Vec<Op>,
    /// Instruction of each operation.
    pub(super) op_ip: Vec<u32>,
    pub(super) runs: Vec<Run>,
    /// Run that starts at each instruction, or `NO_RUN`.
    pub(super) entries: Vec<u32>,
    read_undefined: Vec<u8>,
    /// Slots that translated runs write.
    pub(super) written: Vec<u8>,
    /// By instruction.
    skips: Vec<Skip>,
    reference_only: bool,
    tests_carry: bool,
    loops: bool,
    /// Instructions that stop the hardware, in order.
    stopping: Vec<u32>,
    tracking: Option<Tracking>,
}

pub(super) const NO_RUN: u32 = u32::MAX;

impl Program {
    /// Decodes `words`, which are at GPU address `base`.
    pub fn new(words: &[u64], base: u32, quirks: QpuQuirks) -> Program {
        Program::checked(words, base, quirks, &Checked::default())
    }

    /// The same, with the results of the static checker.
    pub fn checked(words: &[u64], base: u32, quirks: QpuQuirks, found: &Checked) -> Program {
        let mut code: Vec<Decoded> = words
            .iter()
            .enumerate()
            .map(|(i, &w)| {
                let address = base.wrapping_add((i as u32).wrapping_mul(8));
                Decoded::new(Inst(w), address, &quirks)
            })
            .collect();
        for &ip in &found.stopping {
            if let Some(d) = code.get_mut(ip as usize) {
                d.kind = Kind::Reserved;
            }
        }
        let tracking = Tracking::new(&code, &found.maybe_undefined);
        let reference_only = code.iter().any(|d| sees_residue(d, &quirks));
        let mut program = Program {
            base,
            quirks,
            tests_carry: code.iter().any(tests_carry),
            read_undefined: read_undefined(&code, reference_only),
            entries: vec![NO_RUN; code.len()],
            code,
            ops: Vec::new(),
            op_ip: Vec::new(),
            runs: Vec::new(),
            written: Vec::new(),
            skips: Vec::new(),
            reference_only,
            loops: false,
            stopping: found.stopping.clone(),
            tracking,
        };
        if !reference_only {
            translate::translate(&mut program);
            program.written = program.ops.iter().map(|op| op.d).collect();
            program.written.extend([slots::R5, slots::ZN, slots::CARRY]);
            program.written.sort_unstable();
            program.written.dedup();
            program.loops = (0..).zip(&program.code).any(|(ip, d)| match &d.kind {
                Kind::Branch(b) => program.index(b.target).is_some_and(|to| to <= ip),
                _ => false,
            });
            program.skips = skips::find(&program);
        }
        program
    }

    /// Whether instruction `ip` stops the hardware, according to the static checker.
    pub fn stopping_at(&self, ip: u32) -> bool {
        self.stopping.binary_search(&ip).is_ok()
    }

    /// Registers whose definition has to be tracked while it runs.
    pub(super) fn tracking(&self) -> Option<&Tracking> {
        self.tracking.as_ref()
    }

    /// Number of instructions.
    pub fn len(&self) -> usize {
        self.code.len()
    }

    /// Whether there are no instructions.
    pub fn is_empty(&self) -> bool {
        self.code.is_empty()
    }

    /// GPU address of instruction `ip`.
    pub fn address(&self, ip: u32) -> u32 {
        self.base.wrapping_add(ip.wrapping_mul(8))
    }

    /// The instruction at GPU address `address`.
    pub fn index(&self, address: u32) -> Option<u32> {
        let offset = address.wrapping_sub(self.base);
        let ip = offset / 8;
        (offset.is_multiple_of(8) && (ip as usize) < self.code.len()).then_some(ip)
    }

    /// Instruction `ip`.
    pub fn decoded(&self, ip: u32) -> Option<&Decoded> {
        self.code.get(ip as usize)
    }

    /// The quirks it was decoded with.
    pub fn quirks(&self) -> &QpuQuirks {
        &self.quirks
    }

    /// Slots that may be read before they are written.
    pub(super) fn read_undefined(&self) -> &[u8] {
        &self.read_undefined
    }

    /// Registers that a thread may read before it has written them, by name.
    /// Never includes ra15 and rb15, which the hardware initialises. Exact before the
    /// first branch, conservative after it.
    pub fn undefined_reads(&self) -> impl Iterator<Item = String> {
        self.read_undefined.iter().map(|&slot| match slot {
            0..32 => format!("ra{slot}"),
            32..64 => format!("rb{}", slot - slots::RB),
            _ => format!("r{}", slot - slots::R0),
        })
    }

    /// Whether it needs state that only the pipeline model has, so that every mode
    /// executes it there.
    pub fn reference_only(&self) -> bool {
        self.reference_only
    }

    /// Whether any instruction tests C. If not, [`ExecMode::Normal`](super::ExecMode::Normal)
    /// does not compute it.
    pub fn tests_carry(&self) -> bool {
        self.tests_carry
    }

    /// Whether it has backward branches, so that threads may run for long.
    pub fn loops(&self) -> bool {
        self.loops
    }

    /// The branch at instruction `ip` over code that only computes, if it is one.
    pub(super) fn skip(&self, ip: u32) -> Option<&Skip> {
        let i = self.skips.binary_search_by_key(&ip, |s| s.branch).ok()?;
        self.skips.get(i)
    }

    /// Number of instructions that are inside translated runs, for statistics.
    pub fn translated(&self) -> usize {
        let mut seen = vec![false; self.code.len()];
        for r in &self.runs {
            for s in seen.iter_mut().skip(r.ip as usize).take(r.len as usize) {
                *s = true;
            }
        }
        seen.into_iter().filter(|s| *s).count()
    }
}
