//! Conversions between floats and integers, and sums and products of floats, with a rounding,
//! built from [`Exec`].

use crate::double;
use crate::exec::Exec;
use crate::float;
use crate::half::Rounding;
use crate::int;

/// A binary64 rounded to binary32.
#[inline(always)]
pub fn from_double<E: Exec>(e: &mut E, rounding: Rounding, a: E::D) -> E::V {
    let nearest = e.float_from_double(a);
    if rounding == Rounding::NearestEven {
        return nearest;
    }
    let toward_zero = double::to_float_toward_zero(e, a);
    let back = e.double_from_float(toward_zero);
    let (size, back) = (double::abs(e, a), double::abs(e, back));
    let lost = e.dlt(back, size);
    let zero = e.double(0.0);
    let negative = e.dlt(a, zero);
    let away = match rounding {
        Rounding::NearestEven | Rounding::TowardZero => return toward_zero,
        Rounding::Up => e.mask_not(negative),
        Rounding::Down => negative,
    };
    let step = e.mask_and(lost, away);
    let step = e.mask_to_word(step);
    // The mask is -1, and the next word is the next larger magnitude.
    e.sub(toward_zero, step)
}

/// A signed integer as a float.
#[inline(always)]
pub fn from_signed<E: Exec>(e: &mut E, rounding: Rounding, a: E::V) -> E::V {
    let exact = double::from_signed(e, a);
    from_double(e, rounding, exact)
}

/// An unsigned integer as a float.
#[inline(always)]
pub fn from_unsigned<E: Exec>(e: &mut E, rounding: Rounding, a: E::V) -> E::V {
    // 2^52 + a.
    let high = e.splat(0x4330_0000);
    let shifted = e.double_from_words(a, high);
    let shift = e.double(4_503_599_627_370_496.0);
    let exact = e.dsub(shifted, shift);
    from_double(e, rounding, exact)
}

/// A float rounded to an integer.
#[inline(always)]
pub fn integral<E: Exec>(e: &mut E, rounding: Rounding, a: E::V) -> E::V {
    match rounding {
        Rounding::NearestEven => float::round_even(e, a),
        Rounding::TowardZero => float::trunc(e, a),
        Rounding::Down => float::floor(e, a),
        Rounding::Up => float::ceil(e, a),
    }
}

/// The signed integer of so many bits, 1 to 32, that is nearest to a whole float; 0 for NaN.
#[inline(always)]
pub fn to_signed<E: Exec>(e: &mut E, bits: u32, a: E::V) -> E::V {
    let word = e.signed_from_float(a);
    match bits {
        32.. => word,
        bits => int::limit_signed(e, bits, word),
    }
}

/// The unsigned integer of so many bits, 1 to 32, that is nearest to a whole float; 0 for NaN.
#[inline(always)]
pub fn to_unsigned<E: Exec>(e: &mut E, bits: u32, a: E::V) -> E::V {
    let word = float::to_unsigned(e, a);
    let most = e.splat(u32::MAX >> (32 - bits.clamp(1, 32)));
    e.min_unsigned(word, most)
}

/// A sum of floats.
#[inline(always)]
pub fn add<E: Exec>(e: &mut E, rounding: Rounding, a: E::V, b: E::V) -> E::V {
    let (a, b) = (e.double_from_float(a), e.double_from_float(b));
    let sum = double::add_to_odd(e, a, b);
    from_double(e, rounding, sum)
}

/// A product of floats.
#[inline(always)]
pub fn mul<E: Exec>(e: &mut E, rounding: Rounding, a: E::V, b: E::V) -> E::V {
    let (a, b) = (e.double_from_float(a), e.double_from_float(b));
    // Exact, with 48 bits.
    let product = e.dmul(a, b);
    from_double(e, rounding, product)
}

/// `a * b + c` of floats, rounded once.
#[inline(always)]
pub fn fma<E: Exec>(e: &mut E, rounding: Rounding, [a, b, c]: [E::V; 3]) -> E::V {
    if rounding == Rounding::NearestEven {
        return e.fma(a, b, c);
    }
    let sum = float::exact_enough(e, [a, b, c]);
    from_double(e, rounding, sum)
}
