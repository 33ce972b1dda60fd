//! A QPU program, decoded and translated once.

use super::decode::{Alu, Decoded, Kind, Operand, Read, Rotate, Write};
use super::op::Op;
use super::quirks::{MulNop, NopRead, QpuQuirks};
use super::slots;
use super::translate;
use crate::isa::word::BranchCond;
use crate::isa::{AddOp, Cond, Inst, MulOp};

/// How a run leaves its last instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tail {
    /// To the next one.
    Next,
    /// With a branch of which this many delay slots have been executed.
    Branch(u8),
    /// With a program end of which this many delay slots have been executed.
    End(u8),
}

/// A stretch of instructions that has been translated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// First operation.
    pub ops: u32,
    /// First instruction.
    pub ip: u32,
    /// Number of instructions.
    pub len: u32,
    /// How it ends.
    pub tail: Tail,
    /// Registers that the first instruction reads; 255 for none.
    pub reads: [u8; 2],
    /// Accumulators that it rotates, a bit each.
    pub rotates: u8,
}

/// Instructions with everything about them that does not depend on a thread.
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
    reference_only: bool,
    tests_carry: bool,
}

pub(super) const NO_RUN: u32 = u32::MAX;

impl Program {
    /// Decodes `words`, which are at GPU address `base`.
    pub fn new(words: &[u64], base: u32, quirks: QpuQuirks) -> Program {
        let code: Vec<Decoded> = words
            .iter()
            .enumerate()
            .map(|(i, &w)| {
                let address = base.wrapping_add((i as u32).wrapping_mul(8));
                Decoded::new(Inst(w), address, &quirks)
            })
            .collect();
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
            reference_only,
        };
        if !reference_only {
            translate::translate(&mut program);
        }
        program
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
        (offset % 8 == 0 && (ip as usize) < self.code.len()).then_some(ip)
    }

    /// Instruction `ip`.
    pub fn decoded(&self, ip: u32) -> Option<&Decoded> {
        self.code.get(ip as usize)
    }

    /// The choices it was decoded with.
    pub fn quirks(&self) -> &QpuQuirks {
        &self.quirks
    }

    /// Slots that may be read before they are written.
    pub(super) fn read_undefined(&self) -> &[u8] {
        &self.read_undefined
    }

    /// Registers that a thread may read before it has written them, by name.
    /// ra15 and rb15, which the hardware fills, are never among them. Exact
    /// before the first branch and too many rather than too few after it.
    pub fn undefined_reads(&self) -> impl Iterator<Item = String> {
        self.read_undefined.iter().map(|&slot| match slot {
            0..32 => format!("ra{slot}"),
            32..64 => format!("rb{}", slot - slots::RB),
            _ => format!("r{}", slot - slots::R0),
        })
    }

    /// Whether it uses what only the pipeline model keeps, so that every mode
    /// executes it there.
    pub fn reference_only(&self) -> bool {
        self.reference_only
    }

    /// Whether any instruction tests C. If not, [`ExecMode::Normal`](super::ExecMode::Normal)
    /// does not keep it.
    pub fn tests_carry(&self) -> bool {
        self.tests_carry
    }

    /// Share of instructions that are inside translated runs, for statistics.
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

/// Whether the instruction sees values that the hardware happens to keep.
fn sees_residue(d: &Decoded, q: &QpuQuirks) -> bool {
    let Kind::Alu(a) = &d.kind else { return false };
    let nop = q.nop_read == NopRead::LastQuad
        && ((a.read_a == Read::Nop && a.uses(Operand::A))
            || (a.read_b == Read::Nop && a.uses(Operand::B)));
    let mul = q.mul_nop == MulNop::LastQuad && a.mul == MulOp::Nop && d.mul_to != Write::Nop;
    nop || mul
}

fn tests_carry(d: &Decoded) -> bool {
    let cond = |c| matches!(c, Cond::Cs | Cond::Cc);
    match &d.kind {
        Kind::Branch(b) => matches!(
            b.cond,
            BranchCond::AllCs | BranchCond::AllCc | BranchCond::AnyCs | BranchCond::AnyCc
        ),
        _ => cond(d.add_cond) || cond(d.mul_cond),
    }
}

impl Decoded {
    /// Registers that the instruction reads, 255 for none.
    pub(super) fn registers_read(&self) -> [u8; 2] {
        let register = |r, which, a: &Alu| match r {
            Read::Register(slot) if a.uses(which) => slot,
            _ => NONE,
        };
        match &self.kind {
            Kind::Alu(a) => [
                register(a.read_a, Operand::A, a),
                register(a.read_b, Operand::B, a),
            ],
            Kind::Branch(b) => [b.register.unwrap_or(NONE), NONE],
            Kind::Load(_) | Kind::Semaphore | Kind::Reserved => [NONE; 2],
        }
    }

    /// Registers that it writes, 255 for none.
    pub(super) fn registers_written(&self) -> [u8; 2] {
        let register = |to, has| match to {
            Write::Register(slot) if has => slot,
            _ => NONE,
        };
        [
            register(self.add_to, self.has_add()),
            register(self.mul_to, self.has_mul()),
        ]
    }

    /// Accumulators that it writes, a bit each; r4 not counted.
    pub(super) fn accumulators_written(&self) -> u8 {
        let bit = |to, has| match to {
            Write::Accumulator(slot) if has => 1 << (slot - slots::R0),
            Write::R5All | Write::R5Quad if has => 1 << 5,
            _ => 0,
        };
        let varying = match &self.kind {
            Kind::Alu(a) if a.read_a == Read::Varying || a.read_b == Read::Varying => 1 << 5,
            _ => 0,
        };
        bit(self.add_to, self.has_add()) | bit(self.mul_to, self.has_mul()) | varying
    }

    /// Accumulators whose earlier values a rotation may see, a bit each.
    pub(super) fn accumulators_rotated(&self) -> u8 {
        let Kind::Alu(a) = &self.kind else { return 0 };
        if a.mul == MulOp::Nop {
            return 0;
        }
        let r5 = match a.rotate {
            Rotate::None => return 0,
            Rotate::By(_) => 0,
            Rotate::ByR5 => 1 << 5,
        };
        let mut bits = r5;
        for o in a.mul_in {
            if let (Operand::Accumulator(slot), true) = (o, a.full) {
                bits |= 1 << (slot - slots::R0);
            }
        }
        bits
    }

    /// Accumulators that an operation reads, a bit each.
    fn accumulators_read(&self) -> u8 {
        let Kind::Alu(a) = &self.kind else { return 0 };
        let mut bits = 0;
        let mut read = |o| {
            if let Operand::Accumulator(slot) = o {
                bits |= 1 << (slot - slots::R0);
            }
        };
        if a.add != AddOp::Nop {
            read(a.add_in[0]);
            if a.add.binary() {
                read(a.add_in[1]);
            }
        }
        if a.mul != MulOp::Nop {
            a.mul_in.into_iter().for_each(read);
        }
        bits | self.accumulators_rotated()
    }
}

/// No register.
pub(super) const NONE: u8 = 255;

/// Slots that may be read before a write of the whole register has reached them.
fn read_undefined(code: &[Decoded], all: bool) -> Vec<u8> {
    let mut undefined = [all; slots::R0 as usize + 6];
    // When each slot is known to be defined, by instruction number.
    let mut defined = [usize::MAX; slots::R0 as usize + 6];
    defined[usize::from(slots::RA + 15)] = 0;
    defined[usize::from(slots::RB + 15)] = 0;
    let mut branched = usize::MAX;
    for (i, d) in code.iter().enumerate() {
        let mut reads: Vec<u8> = d
            .registers_read()
            .into_iter()
            .filter(|&r| r != NONE)
            .collect();
        let acc = d.accumulators_read();
        reads.extend(
            (0..6)
                .filter(|n| acc & (1 << n) != 0)
                .map(|n| slots::R0 + n),
        );
        for r in reads {
            let late = usize::from(acc & d.accumulators_rotated() != 0);
            if defined[usize::from(r)].saturating_add(late) > i {
                undefined[usize::from(r)] = true;
            }
        }
        if matches!(d.kind, Kind::Branch(_)) {
            branched = branched.min(i);
        }
        // Past the delay slots of the first branch an instruction need not have
        // been executed.
        if i > branched.saturating_add(3) {
            continue;
        }
        let mut define = |slot: u8, at: usize| {
            // Not if the branch can leave before the value arrives.
            if at > branched.saturating_add(4) {
                return;
            }
            let when = &mut defined[usize::from(slot)];
            *when = (*when).min(at);
        };
        for (to, cond, has) in [
            (d.add_to, d.add_cond, d.has_add()),
            (d.mul_to, d.mul_cond, d.has_mul()),
        ] {
            let whole = cond == Cond::Always
                && d.pack == super::decode::Pack::None
                && !matches!(d.kind, Kind::Branch(_));
            if !has || !whole {
                continue;
            }
            match to {
                Write::Register(slot) => define(slot, i + 2),
                Write::Accumulator(slot) => define(slot, i + 1),
                Write::R5All | Write::R5Quad => define(slots::R5, i + 1),
                Write::Sfu(_) => define(slots::R4, i + 3),
                Write::Nop | Write::UniformsAddress | Write::Quad(_) | Write::Peripheral(_) => {}
            }
        }
        if let Kind::Alu(a) = &d.kind {
            if a.read_a == Read::Varying || a.read_b == Read::Varying {
                define(slots::R5, i + 1);
            }
        }
        if d.load().is_some() {
            define(slots::R4, i + 1);
        }
    }
    (0..undefined.len() as u8)
        .filter(|&s| undefined[usize::from(s)])
        .collect()
}
