//! Pipeline hazards: read-after-write latency, rotation and carry dependencies.

use super::decode::{Alu, Decoded, Kind, Operand, Pack, Read, Rotate, Write};
use super::quirks::{MulNop, NopRead, QpuQuirks};
use super::slots;
use crate::isa::word::BranchCond;
use crate::isa::{AddOp, Cond, MulOp};

/// Whether the instruction sees leftover values of the hardware.
pub(super) fn sees_residue(d: &Decoded, q: &QpuQuirks) -> bool {
    let Kind::Alu(a) = &d.kind else { return false };
    let nop = q.nop_read == NopRead::LastQuad
        && ((a.read_a == Read::Nop && a.uses(Operand::A))
            || (a.read_b == Read::Nop && a.uses(Operand::B)));
    let mul = q.mul_nop == MulNop::LastQuad && a.mul == MulOp::Nop && d.mul_to != Write::Nop;
    nop || mul
}

/// Whether the instruction tests C.
pub(super) fn tests_carry(d: &Decoded) -> bool {
    let cond = |c| matches!(c, Cond::Cs | Cond::Cc);
    match &d.kind {
        Kind::Branch(b) => matches!(
            b.cond,
            BranchCond::AllCs | BranchCond::AllCc | BranchCond::AnyCs | BranchCond::AnyCc
        ),
        _ => cond(d.add_cond) || cond(d.mul_cond),
    }
}

/// Instructions after which the latest effect of one has arrived: the delay slots of a branch.
pub(super) const LATEST: u8 = 3;

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

/// Slots that may be read before a write of the whole register takes effect.
pub(super) fn read_undefined(code: &[Decoded], all: bool) -> Vec<u8> {
    let mut undefined = [all; slots::R0 as usize + 6];
    // First instruction at which each slot is known to be defined.
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
        // After the delay slots of the first branch an instruction may not have been
        // executed.
        if i > branched.saturating_add(3) {
            continue;
        }
        let mut define = |slot: u8, at: usize| {
            // Not if the branch is taken before the value arrives.
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
            let whole =
                cond == Cond::Always && d.pack == Pack::None && !matches!(d.kind, Kind::Branch(_));
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
        if let Kind::Alu(a) = &d.kind
            && (a.read_a == Read::Varying || a.read_b == Read::Varying)
        {
            define(slots::R5, i + 1);
        }
        if d.load().is_some() {
            define(slots::R4, i + 1);
        }
    }
    (0..undefined.len() as u8)
        .filter(|&s| undefined[usize::from(s)])
        .collect()
}

impl Decoded {
    pub(super) fn starts_sfu(&self) -> bool {
        let sfu = |to, has| has && matches!(to, Write::Sfu(_));
        sfu(self.add_to, self.has_add()) || sfu(self.mul_to, self.has_mul())
    }

    pub(super) fn moves_uniforms(&self) -> bool {
        let moves = |to, has| has && to == Write::UniformsAddress;
        moves(self.add_to, self.has_add()) || moves(self.mul_to, self.has_mul())
    }

    /// Whether it may have an effect that arrives after the next instruction: a branch, taken
    /// or not, an SFU result, a move of the uniform stream, or the end.
    pub(super) fn is_late(&self) -> bool {
        let branch = matches!(self.kind, Kind::Branch(_));
        branch || self.starts_sfu() || self.moves_uniforms() || self.ends()
    }

    /// Reads r4, or loads it.
    pub(super) fn touches_r4(&self) -> bool {
        let reads = match &self.kind {
            Kind::Alu(a) => a.uses(Operand::Accumulator(slots::R4)),
            _ => false,
        };
        reads || self.load().is_some()
    }

    /// Whether `next`, executed right after, depends on the late write of this one to
    /// the register files.
    pub(super) fn delays(&self, next: &Decoded) -> bool {
        let written = self.registers_written();
        next.registers_read()
            .iter()
            .any(|&r| r != NONE && written.contains(&r))
    }
}
