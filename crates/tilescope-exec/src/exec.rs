//! The value operations in which shader semantics are written.

use crate::{float, half};

/// Builds or computes values of 32 bits per lane.
///
/// `V` holds a 32-bit word per lane, `M` a truth value per lane, `D` a binary64
/// per lane. Integer arithmetic wraps. Float arithmetic is IEEE 754 binary32 or
/// binary64, round to nearest, ties to even, with denormals; *which* NaN an
/// operation returns is not defined, so semantics must replace NaNs before they
/// become visible.
///
/// Shift and rotate amounts are per lane and taken modulo 32.
///
/// Only what hosts have instructions for is an operation here. Other arithmetic is
/// built from it: [`int`](crate::int), [`pair`](crate::pair),
/// [`float`](crate::float), [`rounding`](crate::rounding), [`half`](crate::half),
/// [`double`](crate::double), [`functions`](crate::functions) and
/// [`quad`](crate::quad).
pub trait Exec {
    /// A 32-bit word per lane.
    type V: Copy;
    /// A truth value per lane.
    type M: Copy;
    /// A binary64 per lane: the precision in which functions are computed.
    type D: Copy;

    /// `x` in every lane.
    fn splat(&mut self, x: u32) -> Self::V;

    /// Sum, wrapping.
    fn add(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// Difference, wrapping.
    fn sub(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// Low 32 bits of the product.
    fn mul_low(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// High 32 bits of the unsigned product.
    fn mul_high_unsigned(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// Bitwise and.
    fn and(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// Bitwise or.
    fn or(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// Bitwise exclusive or.
    fn xor(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// Bitwise not.
    fn not(&mut self, a: Self::V) -> Self::V;
    /// Left shift.
    fn shl(&mut self, a: Self::V, by: Self::V) -> Self::V;
    /// Logical right shift.
    fn shr(&mut self, a: Self::V, by: Self::V) -> Self::V;
    /// Arithmetic right shift.
    fn asr(&mut self, a: Self::V, by: Self::V) -> Self::V;
    /// Rotate right.
    fn ror(&mut self, a: Self::V, by: Self::V) -> Self::V;
    /// Number of zeros above the highest one; 32 for zero.
    fn clz(&mut self, a: Self::V) -> Self::V;
    /// Signed minimum.
    fn min_signed(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// Signed maximum.
    fn max_signed(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// Unsigned minimum.
    fn min_unsigned(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// Unsigned maximum.
    fn max_unsigned(&mut self, a: Self::V, b: Self::V) -> Self::V;

    /// `a == b` as words.
    fn eq(&mut self, a: Self::V, b: Self::V) -> Self::M;
    /// `a < b`, signed.
    fn lt_signed(&mut self, a: Self::V, b: Self::V) -> Self::M;
    /// `a < b`, unsigned.
    fn lt_unsigned(&mut self, a: Self::V, b: Self::V) -> Self::M;

    /// Float sum.
    fn fadd(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// Float difference.
    fn fsub(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// Float product.
    fn fmul(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// Float product rounded towards zero: a finite product never becomes infinite, and
    /// one below the smallest normal number is a zero of its sign.
    #[inline(always)]
    fn fmul_toward_zero(&mut self, a: Self::V, b: Self::V) -> Self::V
    where
        Self: Sized,
    {
        float::fmul_toward_zero(self, a, b)
    }
    /// Float quotient.
    fn fdiv(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// Float square root; NaN below minus zero.
    fn fsqrt(&mut self, a: Self::V) -> Self::V;
    /// `a * b + c` as floats, rounded once.
    #[inline(always)]
    fn fma(&mut self, a: Self::V, b: Self::V, c: Self::V) -> Self::V
    where
        Self: Sized,
    {
        float::fma(self, a, b, c)
    }
    /// `a < b` as floats; false if either is NaN.
    fn flt(&mut self, a: Self::V, b: Self::V) -> Self::M;
    /// `a <= b` as floats; false if either is NaN.
    fn fle(&mut self, a: Self::V, b: Self::V) -> Self::M;
    /// `a == b` as floats: zeros are equal; false if either is NaN.
    fn feq(&mut self, a: Self::V, b: Self::V) -> Self::M;
    /// Whether `a` is NaN.
    fn is_nan(&mut self, a: Self::V) -> Self::M;
    /// Signed integer to float.
    fn float_from_signed(&mut self, a: Self::V) -> Self::V;
    /// Float to binary16 in the low 16 bits, as [`half::f16_from_f32`](crate::half::f16_from_f32)
    /// describes.
    #[inline(always)]
    fn half_from_float(&mut self, a: Self::V) -> Self::V
    where
        Self: Sized,
    {
        half::narrowed(self, a)
    }
    /// Binary16 in the low 16 bits to float, as
    /// [`half::f32_from_f16`](crate::half::f32_from_f16) describes; the upper 16 bits are
    /// ignored.
    #[inline(always)]
    fn float_from_half(&mut self, h: Self::V) -> Self::V
    where
        Self: Sized,
    {
        half::widened(self, h)
    }
    /// Float to signed integer, towards zero. Out of range the nearest
    /// representable integer, and 0 for NaN.
    fn signed_from_float(&mut self, a: Self::V) -> Self::V;

    /// Sum of four unsigned bytes, each saturating.
    fn add_sat_u8x4(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// Difference of four unsigned bytes, each saturating.
    fn sub_sat_u8x4(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// Minimum of four unsigned bytes.
    fn min_u8x4(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// Maximum of four unsigned bytes.
    fn max_u8x4(&mut self, a: Self::V, b: Self::V) -> Self::V;

    /// `a` where `m`, else `b`.
    fn select(&mut self, m: Self::M, a: Self::V, b: Self::V) -> Self::V;
    /// Both.
    fn mask_and(&mut self, a: Self::M, b: Self::M) -> Self::M;
    /// Either.
    fn mask_or(&mut self, a: Self::M, b: Self::M) -> Self::M;
    /// The opposite.
    fn mask_not(&mut self, a: Self::M) -> Self::M;
    /// All ones where `m`, else zero.
    fn mask_to_word(&mut self, m: Self::M) -> Self::V;

    /// Lane `i` of each sixteen is lane `from[i]` of the same sixteen, modulo 16.
    fn permute(&mut self, a: Self::V, from: [u8; 16]) -> Self::V;

    /// `x` in every lane.
    fn double(&mut self, x: f64) -> Self::D;
    /// Binary32 to binary64, exact.
    fn double_from_float(&mut self, a: Self::V) -> Self::D;
    /// Binary64 to binary32, rounded.
    fn float_from_double(&mut self, a: Self::D) -> Self::V;
    /// The binary64 with these low and high words.
    fn double_from_words(&mut self, low: Self::V, high: Self::V) -> Self::D;
    /// The low and the high word.
    fn words_of_double(&mut self, a: Self::D) -> [Self::V; 2];
    /// Sum.
    fn dadd(&mut self, a: Self::D, b: Self::D) -> Self::D;
    /// Difference.
    fn dsub(&mut self, a: Self::D, b: Self::D) -> Self::D;
    /// Product.
    fn dmul(&mut self, a: Self::D, b: Self::D) -> Self::D;
    /// Quotient.
    fn ddiv(&mut self, a: Self::D, b: Self::D) -> Self::D;
    /// Square root; NaN below minus zero.
    fn dsqrt(&mut self, a: Self::D) -> Self::D;
    /// `a < b`; false if either is NaN.
    fn dlt(&mut self, a: Self::D, b: Self::D) -> Self::M;
    /// `a` where `m`, else `b`.
    fn dselect(&mut self, m: Self::M, a: Self::D, b: Self::D) -> Self::D;
}
