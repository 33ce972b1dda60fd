//! Register slots of a thread: one array, so that a source or destination is a single
//! number.

/// Number of slots. A slot number is a `u8`, which needs no bounds check.
pub const COUNT: usize = 256;

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
/// All ones.
pub const ONES: u8 = 76;

/// First of the scratch slots.
pub const SCRATCH: u8 = 80;
/// Value that raddr_a read from a peripheral.
pub const IO_A: u8 = 80;
/// Value that raddr_b read from a peripheral.
pub const IO_B: u8 = 81;
/// Unpacked operands.
pub const UNPACKED: u8 = 82;
/// Pending add-ALU result.
pub const ADD: u8 = 86;
/// Pending mul-ALU result.
pub const MUL: u8 = 87;
/// Lanes that the add ALU writes.
pub const MASK_ADD: u8 = 88;
/// Lanes that the mul ALU writes.
pub const MASK_MUL: u8 = 89;
/// Pending carry.
pub const NEW_CARRY: u8 = 90;
/// Pending packed word.
pub const PACKED: u8 = 91;
/// r5 before a varying read replaced it.
pub const OLD_R5: u8 = 92;
/// Registers before the previous instruction wrote them, in pairs.
pub const STALE: u8 = 94;
/// Pending SFU results, by instruction number modulo 3.
pub const SFU: u8 = 98;

/// Pending moves of the uniform stream, by instruction number modulo 3.
pub const UNIFORMS: u8 = 101;
/// Lanes of these moves.
pub const UNIFORMS_MASK: u8 = 104;

/// Small immediates by their encoding, 64 slots.
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
