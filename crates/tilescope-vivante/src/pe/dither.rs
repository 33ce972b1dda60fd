//! The dither matrix, decoded from registers.

use tilescope_output::Dither;

use crate::regs::pe::dither;
use crate::state::State;

/// Channels of 8 bits are rounded: dithering a byte gains nothing.
const ROUNDED_BITS: u8 = 8;

/// Decodes the registers; `None` if all thresholds are equal.
///
/// A threshold t adds (t + 1/2) / 16 of a step: inferred from the matrix that
/// the vendor's driver writes, which contains every number from 0 to 15 once.
pub(super) fn decode(state: &State) -> Option<Dither> {
    let [low, high] = [dither::AT, dither::AT + 4].map(|at| state.optional(at));
    if low == high {
        return None;
    }
    let all = u64::from(high) << 32 | u64::from(low);
    let threshold = |i: usize| (all >> (4 * i) & 15) as u8;
    let row = |y: usize| std::array::from_fn(|x| threshold(4 * y + x));
    Some(Dither::of_sixteenths(
        &std::array::from_fn(row),
        ROUNDED_BITS,
    ))
}
