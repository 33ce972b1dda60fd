//! Semantics of ALU operations, against [`Exec`].
//!
//! Floats of 16 and 32 bits are computed in binary32: sums, products and roots of halves
//! that are rounded to binary32 first and to binary16 then are rounded correctly, as
//! binary32 has more than twice the bits.

mod float;
mod functions;
mod integer;
mod wide;

use super::op::Width;
use super::quirks::ShaderQuirks;
use crate::isa::{AluCode, AluOp, Lane, OutmodInt};
use tilescope_exec::half::Rounding;
use tilescope_exec::{Exec, Part};

pub use float::{cube, direction};
pub use functions::angle;
pub use wide::has as has_wide;

/// The rounding of an operation's result.
pub fn rounding(op: AluOp) -> Rounding {
    match op as u8 {
        code @ (0x10..=0x17 | 0x30..=0x33 | 0x38..=0x3b | 0x98..=0x9f | 0xb8..=0xbf) => {
            match code & 3 {
                0 => Rounding::NearestEven,
                1 => Rounding::TowardZero,
                2 => Rounding::Down,
                _ => Rounding::Up,
            }
        }
        _ => Rounding::NearestEven,
    }
}

/// Whether an operation's integer sources are extended with zeros.
pub fn unsigned_sources(op: AluOp) -> bool {
    use AluOp::*;
    let shifts = matches!(op, Ilsr | Iclz | Ipopcnt | Ushlsat);
    let converts = matches!(op, U2fRte | U2fRtz | U2fRtn | U2fRtp);
    let row = AluCode::from(op).row();
    shifts || converts || row.is_some_and(|row| row.op.lane == Lane::U)
}

/// The reason why FATAN2_PT1 does not execute with y in its mask.
pub const ANGLE_Y: &str = "FATAN2_PT1 to y, which the known sequence never writes";

/// The bits of an exponent by which FREDUCE compares components.
pub fn reduced_exponent(q: &ShaderQuirks) -> u32 {
    0x7f80_0000 & !(0x7fff_ffff >> q.reduced_bits.clamp(1, 8))
}

/// The value of an operation on components below 64 bits, before its output modifier.
/// Float results are binary32; integer results have any bits above their width.
#[inline(always)]
pub fn value<E: Exec>(
    e: &mut E,
    q: &ShaderQuirks,
    op: AluOp,
    width: Width,
    [a, b, c, _]: [E::V; 4],
) -> E::V {
    match float::value(e, q, (op, width), [a, b, c]) {
        Some(value) => value,
        None => integer::value(e, (op, width), [a, b]),
    }
}

/// The value of an integer operation with an output modifier, for a destination of
/// `bits` bits.
#[inline(always)]
pub fn saturated<E: Exec>(
    e: &mut E,
    q: &ShaderQuirks,
    (op, width, out, bits): (AluOp, Width, OutmodInt, u8),
    [a, b, c, d]: [E::V; 4],
) -> E::V {
    match integer::exact(e, q, (op, width, out), [a, b]) {
        Some(exact) => integer::modified(e, exact, out, width.bits(), bits.into()),
        None => {
            let word = value(e, q, op, width, [a, b, c, d]);
            let to_unsigned = matches!(op as u8, 0x9c..=0x9f);
            let unsigned = to_unsigned || unsigned_sources(op);
            let exact = integer::extended(e, word, width, !unsigned);
            integer::modified(e, exact, out, width.bits(), bits.into())
        }
    }
}

/// A word of the value of an operation on components of 64 bits: operands are the low
/// and the high word of both sources.
#[inline(always)]
pub fn wide<E: Exec>(e: &mut E, op: AluOp, part: Part, s: [E::V; 4]) -> E::V {
    match wide::value(e, op, s) {
        Some(pair) => pair.part(part),
        None => e.splat(0),
    }
}
