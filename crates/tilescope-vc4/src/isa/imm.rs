//! Rows of the small immediates and rotations.

use super::source::{ADDENDUM, GUIDE};
use tilescope_tables::slot;

slot! {
    /// Meaning of the six bits of a small immediate.
    pub enum SmallImm;
    /// Bits \[17:12\] of ALU instructions with the small-immediate signal.
    pub static SMALL_IMM = "small immediate", 6, GUIDE;
    Positive   = "00_vvvv", "0 .. 15", [], "The integer v.";
    Negative   = "01_vvvv", "-16 .. -1", [], "The integer v - 16.";
    FloatOver  = "100_vvv", "1.0 .. 128.0", [], "The float 2 to the v.";
    FloatUnder = "101_vvv", "0.00390625 .. 0.5", [], "The float 2 to the v - 8.";
    /// See [`rotation`].
    Rotate     = "11_vvvv", "r0+r5, r0+1 .. r0+15", [], "Rotate the mul result by v lanes, or by element 0 of r5 if v is 0; as an operand the integer v - 16.", ADDENDUM;
}

/// Rotation of the mul ALU's result towards higher lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rotation {
    /// By the low four bits of element 0 of r5.
    R5,
    /// By 1 to 15 lanes.
    Lanes(u8),
}

/// The rotation of a small immediate code, if it is one.
pub const fn rotation(code: u8) -> Option<Rotation> {
    match code & 0x3f {
        48 => Some(Rotation::R5),
        n @ 49..=63 => Some(Rotation::Lanes(n - 48)),
        _ => None,
    }
}

/// The 32-bit value of a small immediate in every lane. Codes above 47 are
/// rotations; read as operands they repeat -16 to -1 (vc4asm's addendum).
pub const fn small_imm(code: u8) -> u32 {
    let v = (code & 15) as u32;
    match code & 0x3f {
        0..=15 => v,
        32..=39 => (127 + (v & 7)) << 23,
        40..=47 => (127 - 8 + (v & 7)) << 23,
        _ => v.wrapping_sub(16),
    }
}

/// The code from 0 to 47 whose value is `bits`. Each value has one code.
pub fn small_imm_code(bits: u32) -> Option<u8> {
    (0..48).find(|&c| small_imm(c) == bits)
}

/// Text of the value of a code from 0 to 47.
pub(super) fn small_imm_text(code: u8) -> String {
    match code {
        32..=47 => format!("{:?}", f32::from_bits(small_imm(code))),
        _ => (small_imm(code) as i32).to_string(),
    }
}
