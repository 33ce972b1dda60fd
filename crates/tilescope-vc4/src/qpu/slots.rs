//! Slots of a thread in a group: registers, state of the pipeline, and values inside
//! instructions.

/// Register file A, 32 slots.
pub const RA: u8 = 0;
/// Register file B, 32 slots.
pub const RB: u8 = 32;
/// Accumulators r0 to r5.
pub const R0: u8 = 64;
/// Result of the SFU, TMU and tile-buffer loads.
pub const R4: u8 = R0 + 4;
/// Replicated accumulator.
pub const R5: u8 = R0 + 5;
/// Element numbers, 0 to 15.
pub const ELEM: u8 = 70;
/// The QPU number, in every lane.
pub const QPU: u8 = 71;
/// Pixel x coordinates.
pub const X: u8 = 72;
/// Pixel y coordinates.
pub const Y: u8 = 73;
/// The word that Z (it is zero) and N (its sign) were set from. The two flags
/// are always set together from one result.
pub const ZN: u8 = 74;
/// C: all ones or zero.
pub const CARRY: u8 = 75;
/// Registers as they were before the previous instruction wrote them: of file A and of
/// file B, for instructions that take turns.
pub const STALE: u8 = 76;
/// Accumulators likewise: r0 to r5, for instructions that take turns.
pub const STALE_ACCUMULATORS: u8 = 80;
/// Pending SFU results.
pub const SFU: u8 = 92;
/// Lanes that pending SFU results arrive in.
pub const SFU_LANES: u8 = 95;
/// Pending moves of the uniform stream.
pub const UNIFORMS: u8 = 98;
/// Lanes of these moves; the first decides.
pub const UNIFORMS_LANES: u8 = 101;
/// Whether pending branches are taken: all ones or zero.
pub const TAKEN: u8 = 104;
/// Targets of pending branches to registers.
pub const TARGET: u8 = 108;

/// Value that raddr_a read from a peripheral.
pub const IO_A: u8 = 112;
/// Value that raddr_b read from a peripheral.
pub const IO_B: u8 = 113;
/// Unpacked operands: r4, then the value of raddr_a as a float and as an integer.
pub const UNPACKED: u8 = 114;
/// Add-ALU result that has another destination.
pub const ADD: u8 = 117;
/// Mul-ALU result that has another destination.
pub const MUL: u8 = 118;
/// Lanes that the add ALU writes.
pub const MASK_ADD: u8 = 119;
/// Lanes that the mul ALU writes.
pub const MASK_MUL: u8 = 120;
/// Carry of the result.
pub const NEW_CARRY: u8 = 121;
/// Packed word.
pub const PACKED: u8 = 122;
/// r5 before a varying read replaced it.
pub const OLD_R5: u8 = 123;
/// Rotated operands of the mul ALU.
pub const ROTATED: u8 = 124;
/// Value written to r5, in the lanes that take it.
pub const SPREAD: u8 = 126;
/// Number of slots that are state of a thread. Constants follow.
pub const STATE: u8 = 127;

/// Small immediates by their encoding, 64 numbers that are no slots.
pub const IMM: u8 = 128;

/// The word that small-immediate encoding `code` stands for. Codes 48 to 63,
/// which rotate, read as -16 to -1 (vc4asm's addendum).
pub const fn small_immediate(code: u8) -> u32 {
    let code = (code & 63) as i32;
    match code {
        0..=15 => code as u32,
        16..=31 => (code - 32) as u32,
        32..=39 => ((127 + code - 32) as u32) << 23,
        40..=47 => ((127 + code - 48) as u32) << 23,
        _ => (code - 64) as u32,
    }
}

/// File and number of the register in `slot` of file A or B.
pub fn name(slot: u8) -> (char, u8) {
    match slot {
        RB.. => ('b', slot - RB),
        _ => ('a', slot),
    }
}
