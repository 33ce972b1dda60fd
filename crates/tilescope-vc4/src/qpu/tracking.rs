//! Tracking of undefined registers at run time, where the static checker cannot decide.
//!
//! A thread knows the tracked registers that it has neither written nor been reported to
//! read. In a group, instructions that read or write one have an access for it.

use super::decode::Decoded;
use super::hazards::NONE;
use super::io::QpuIo;
use super::slots;

/// Registers of files A and B: a bit each, by slot.
pub(super) type Registers = u64;

/// Tracked registers that a program reads and writes.
#[derive(Clone, Debug)]
pub(super) struct Tracking {
    /// Every tracked register.
    pub registers: Registers,
    /// Tracked registers that each instruction reads, where only some paths
    /// define them.
    reads: Vec<Registers>,
    /// Tracked registers that each instruction writes.
    writes: Vec<Registers>,
}

fn bit(slot: u8) -> Registers {
    match slot {
        0..slots::R0 => 1 << slot,
        _ => 0,
    }
}

/// Reports which of the registers `reads` are `unwritten`, each once.
pub(super) fn report<I: QpuIo>(reads: Registers, unwritten: &mut Registers, io: &mut I) {
    let mut undefined = reads & *unwritten;
    *unwritten &= !undefined;
    while undefined != 0 {
        io.undefined_read(undefined.trailing_zeros() as u8);
        undefined &= undefined - 1;
    }
}

impl Tracking {
    /// Tracking of `reads`, given as instruction and slot; `None` if there are
    /// none.
    pub fn new(code: &[Decoded], reads: &[(u32, u8)]) -> Option<Tracking> {
        let mut by_instruction = vec![0; if reads.is_empty() { 0 } else { code.len() }];
        for &(ip, slot) in reads {
            if let Some(registers) = by_instruction.get_mut(ip as usize) {
                *registers |= bit(slot);
            }
        }
        let registers = by_instruction.iter().fold(0, |all, r| all | r);
        let written = |d: &Decoded| {
            let slots = d.registers_written().into_iter().filter(|&s| s != NONE);
            slots.fold(0, |all, s| all | bit(s)) & registers
        };
        (registers != 0).then(|| Tracking {
            registers,
            reads: by_instruction,
            writes: code.iter().map(written).collect(),
        })
    }

    /// Tracked registers that instruction `ip` reads.
    pub fn reads(&self, ip: u32) -> Registers {
        self.reads.get(ip as usize).copied().unwrap_or(0)
    }

    /// Tracked registers that instruction `ip` writes.
    pub fn writes(&self, ip: u32) -> Registers {
        self.writes.get(ip as usize).copied().unwrap_or(0)
    }
}
