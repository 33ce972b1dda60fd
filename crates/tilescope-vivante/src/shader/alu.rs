//! Semantics of operations on components, shared by all executors.
//!
//! Sources: rules-ng's `isa.xml` for the operations, Mesa's etnaviv compiler for
//! their use by drivers. [`ShaderQuirks`] decides undocumented behaviour.

use super::function::{Function, function};
use super::quirks::{
    AddressRounding, Denormals, FloatComparison, FloatRounding, IntegerOverflow, NanResult,
    SaturatedNan, ShaderQuirks, SignOfZero, ZeroTimesInfinity,
};
use tilescope_exec::{Exec, Interp, Lanes, float};

/// 1.0.
pub const ONE: u32 = 0x3f80_0000;
/// -1.0.
const MINUS_ONE: u32 = 0xbf80_0000;
/// 2^31, the first float that is too large for a signed integer.
const TWO_31: u32 = 0x4f00_0000;
/// 2^32.
const TWO_32: u32 = 0x4f80_0000;

/// Interpretation of an integer's top bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signedness {
    /// Two's complement.
    Signed,
    /// No sign.
    Unsigned,
}

/// A comparison of two components. The missing ones are these with the operands
/// exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// Always true.
    Always,
    /// x > y, floats.
    FloatGt,
    /// x >= y, floats.
    FloatGe,
    /// x = y, floats.
    FloatEq,
    /// x != y, floats.
    FloatNe,
    /// x > y, signed.
    SignedGt,
    /// x >= y, signed.
    SignedGe,
    /// x > y, unsigned.
    UnsignedGt,
    /// x >= y, unsigned.
    UnsignedGe,
    /// The same bits.
    WordEq,
    /// Different bits.
    WordNe,
}

/// The computation of one component of a result, from up to four operands a, b, c,
/// d.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// a.
    Move,
    /// a + b, floats.
    Sum(FloatRounding),
    /// a * b, floats.
    Product(FloatRounding),
    /// a * b + c, floats, each step rounded.
    ProductSum(FloatRounding),
    /// a less its floor.
    Fraction,
    /// Greatest integer not above a.
    Floor,
    /// Least integer not below a.
    Ceil,
    /// 1, 0 or -1, a float.
    FloatSign,
    /// 1, 0 or -1, an integer.
    IntegerSign,
    /// a clamped to [0, 1].
    Saturate,
    /// c if a and b pass the test, else d.
    Choose(Test),
    /// Integer a as a float.
    FloatFromInteger(Signedness),
    /// Float a as an integer, towards zero.
    IntegerFromFloat(Signedness),
    /// Float a as an address.
    Address,
    /// a + b, wrapping.
    Add,
    /// Low half of a * b.
    MulLow,
    /// Low half of a * b, plus c.
    MulLowAdd,
    /// Absolute value of the signed a.
    Abs,
    /// -a, wrapping.
    Negate,
    /// Absolute value of a as a float: bit 31 cleared.
    FloatAbs,
    /// Negation of a as a float: bit 31 inverted.
    FloatNegate,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Bitwise not of a.
    Not,
    /// a shifted left by b modulo 32.
    ShiftLeft,
    /// a shifted right by b modulo 32.
    ShiftRight(Signedness),
    /// a rotated left by b modulo 32.
    RotateLeft,
    /// Zeros above the highest one of a.
    LeadingZeros,
    /// A reciprocal, root, exponential, sine or quotient.
    Function(Function),
}

#[inline(always)]
fn flush<E: Exec>(e: &mut E, q: &ShaderQuirks, a: E::V) -> E::V {
    match q.denormals {
        Denormals::Keep | Denormals::ZeroInComparisons => a,
        Denormals::FlushKeepSign => float::flush_denormals(e, a),
    }
}

/// Applies the hardware's treatment of denormals and NaNs to a result of float
/// arithmetic.
#[inline(always)]
fn finish<E: Exec>(e: &mut E, q: &ShaderQuirks, a: E::V) -> E::V {
    let a = flush(e, q, a);
    canonical(e, q, a)
}

/// Replaces every NaN by the hardware's.
#[inline(always)]
pub fn canonical<E: Exec>(e: &mut E, q: &ShaderQuirks, a: E::V) -> E::V {
    let NanResult::Word(nan) = q.nan;
    float::replace_nan(e, a, nan)
}

#[inline(always)]
fn sum<E: Exec>(e: &mut E, q: &ShaderQuirks, r: FloatRounding, a: E::V, b: E::V) -> E::V {
    let (a, b) = (flush(e, q, a), flush(e, q, b));
    let r = match r {
        FloatRounding::NearestEven => e.fadd(a, b),
        FloatRounding::TowardZero => float::fadd_toward_zero(e, a, b),
    };
    finish(e, q, r)
}

#[inline(always)]
fn product<E: Exec>(e: &mut E, q: &ShaderQuirks, r: FloatRounding, a: E::V, b: E::V) -> E::V {
    let (a, b) = (flush(e, q, a), flush(e, q, b));
    let r = match r {
        FloatRounding::NearestEven => e.fmul(a, b),
        FloatRounding::TowardZero => e.fmul_toward_zero(a, b),
    };
    let r = finish(e, q, r);
    match q.zero_times_infinity {
        ZeroTimesInfinity::Nan => r,
        ZeroTimesInfinity::Zero => {
            let zero = e.splat(0);
            let (za, zb) = (e.feq(a, zero), e.feq(b, zero));
            let none = e.mask_or(za, zb);
            e.select(none, zero, r)
        }
    }
}

/// `a` as comparisons of floats see it.
#[inline(always)]
fn compared<E: Exec>(e: &mut E, q: &ShaderQuirks, a: E::V) -> E::V {
    match q.denormals {
        Denormals::Keep => a,
        Denormals::ZeroInComparisons | Denormals::FlushKeepSign => float::flush_denormals(e, a),
    }
}

/// Whether `x` and `y` pass the test.
#[inline(always)]
pub fn test<E: Exec>(e: &mut E, q: &ShaderQuirks, t: Test, x: E::V, y: E::V) -> E::M {
    use Test::*;
    let t = match (q.comparison, t) {
        (FloatComparison::SignMagnitude, FloatGt | FloatGe | FloatEq | FloatNe) => {
            let (x, y) = (compared(e, q, x), compared(e, q, y));
            let (kx, ky) = (float::order_key(e, x), float::order_key(e, y));
            return match t {
                FloatGt => e.lt_signed(ky, kx),
                FloatGe => {
                    let less = e.lt_signed(kx, ky);
                    e.mask_not(less)
                }
                FloatEq => e.eq(kx, ky),
                _ => {
                    let same = e.eq(kx, ky);
                    e.mask_not(same)
                }
            };
        }
        (_, t) => t,
    };
    match t {
        Always => {
            let zero = e.splat(0);
            e.eq(zero, zero)
        }
        FloatGt => {
            let (x, y) = (compared(e, q, x), compared(e, q, y));
            e.flt(y, x)
        }
        FloatGe => {
            let (x, y) = (compared(e, q, x), compared(e, q, y));
            e.fle(y, x)
        }
        FloatEq => {
            let (x, y) = (compared(e, q, x), compared(e, q, y));
            e.feq(x, y)
        }
        FloatNe => {
            let (x, y) = (compared(e, q, x), compared(e, q, y));
            let same = e.feq(x, y);
            e.mask_not(same)
        }
        SignedGt => e.lt_signed(y, x),
        SignedGe => {
            let less = e.lt_signed(x, y);
            e.mask_not(less)
        }
        UnsignedGt => e.lt_unsigned(y, x),
        UnsignedGe => {
            let less = e.lt_unsigned(x, y);
            e.mask_not(less)
        }
        WordEq => e.eq(x, y),
        WordNe => {
            let same = e.eq(x, y);
            e.mask_not(same)
        }
    }
}

#[inline(always)]
fn saturate<E: Exec>(e: &mut E, q: &ShaderQuirks, a: E::V) -> E::V {
    let (zero, one) = (e.splat(0), e.splat(ONE));
    match q.saturated_nan {
        SaturatedNan::Zero => {
            let below = e.flt(a, one);
            let r = e.select(below, a, one);
            let above = e.flt(zero, a);
            e.select(above, r, zero)
        }
        SaturatedNan::One => {
            let above = e.flt(zero, a);
            let r = e.select(above, a, zero);
            // A NaN is neither below nor above.
            let nan = e.is_nan(a);
            let below = e.flt(a, one);
            let large = e.mask_not(below);
            let large = e.mask_or(large, nan);
            e.select(large, one, r)
        }
    }
}

/// 1, 0 or -1 by the sign of `a`.
#[inline(always)]
fn sign<E: Exec>(
    e: &mut E,
    q: &ShaderQuirks,
    a: E::V,
    [plus, minus]: [u32; 2],
    less: impl Fn(&mut E, E::V, E::V) -> E::M,
) -> E::V {
    let zero = e.splat(0);
    let (plus, minus) = (e.splat(plus), e.splat(minus));
    let negative = less(e, a, zero);
    let rest = match q.sign_of_zero {
        SignOfZero::One => plus,
        SignOfZero::Zero => {
            let positive = less(e, zero, a);
            e.select(positive, plus, zero)
        }
    };
    e.select(negative, minus, rest)
}

#[inline(always)]
fn float_to_integer<E: Exec>(e: &mut E, q: &ShaderQuirks, s: Signedness, a: E::V) -> E::V {
    let zero = e.splat(0);
    let limit = e.splat(TWO_31);
    let (r, least, most, end) = match s {
        Signedness::Signed => {
            let r = e.signed_from_float(a);
            (r, e.splat(0xcf00_0000), limit, e.splat(i32::MAX as u32))
        }
        Signedness::Unsigned => {
            let r = float::to_unsigned(e, a);
            (r, zero, e.splat(TWO_32), e.splat(u32::MAX))
        }
    };
    let too_large = e.fle(most, a);
    let too_small = match s {
        Signedness::Signed => e.flt(a, least),
        // Values that truncate to 0 fit.
        Signedness::Unsigned => {
            let minus_one = e.splat(MINUS_ONE);
            e.fle(a, minus_one)
        }
    };
    match q.integer_overflow {
        IntegerOverflow::Saturate => e.select(too_large, end, r),
        IntegerOverflow::Zero => {
            let either = e.mask_or(too_large, too_small);
            e.select(either, zero, r)
        }
    }
}

#[inline(always)]
fn address<E: Exec>(e: &mut E, q: &ShaderQuirks, a: E::V) -> E::V {
    let whole = match q.address_rounding {
        AddressRounding::TowardZero => a,
        AddressRounding::Floor => float::floor(e, a),
        AddressRounding::Nearest => float::round_even(e, a),
    };
    e.signed_from_float(whole)
}

/// One component of a result, from the operands a, b, c, d.
#[inline(always)]
pub fn value<E: Exec>(e: &mut E, q: &ShaderQuirks, v: Value, [a, b, c, d]: [E::V; 4]) -> E::V {
    match v {
        Value::Move => a,
        Value::Sum(r) => sum(e, q, r, a, b),
        Value::Product(r) => product(e, q, r, a, b),
        Value::ProductSum(r) => {
            let p = product(e, q, r, a, b);
            sum(e, q, r, p, c)
        }
        Value::Fraction => {
            let a = flush(e, q, a);
            let floor = float::floor(e, a);
            let r = e.fsub(a, floor);
            finish(e, q, r)
        }
        Value::Floor => {
            let a = flush(e, q, a);
            let r = float::floor(e, a);
            finish(e, q, r)
        }
        Value::Ceil => {
            let a = flush(e, q, a);
            let r = float::ceil(e, a);
            finish(e, q, r)
        }
        Value::FloatSign => {
            let a = flush(e, q, a);
            sign(e, q, a, [ONE, MINUS_ONE], |e, x, y| e.flt(x, y))
        }
        Value::IntegerSign => sign(e, q, a, [1, u32::MAX], |e, x, y| e.lt_signed(x, y)),
        Value::Saturate => saturate(e, q, a),
        Value::Choose(t) => {
            let m = test(e, q, t, a, b);
            e.select(m, c, d)
        }
        Value::FloatFromInteger(Signedness::Signed) => e.float_from_signed(a),
        Value::FloatFromInteger(Signedness::Unsigned) => float::from_unsigned(e, a),
        Value::IntegerFromFloat(s) => float_to_integer(e, q, s, a),
        Value::Address => address(e, q, a),
        Value::Add => e.add(a, b),
        Value::MulLow => e.mul_low(a, b),
        Value::MulLowAdd => {
            let p = e.mul_low(a, b);
            e.add(p, c)
        }
        Value::Abs => {
            let zero = e.splat(0);
            let negative = e.sub(zero, a);
            // The least integer is its own absolute value.
            let below = e.lt_signed(a, zero);
            e.select(below, negative, a)
        }
        Value::Negate => {
            let zero = e.splat(0);
            e.sub(zero, a)
        }
        Value::FloatAbs => float::abs(e, a),
        Value::FloatNegate => float::neg(e, a),
        Value::And => e.and(a, b),
        Value::Or => e.or(a, b),
        Value::Xor => e.xor(a, b),
        Value::Not => e.not(a),
        Value::ShiftLeft => e.shl(a, b),
        Value::ShiftRight(Signedness::Unsigned) => e.shr(a, b),
        Value::ShiftRight(Signedness::Signed) => e.asr(a, b),
        Value::RotateLeft => {
            let zero = e.splat(0);
            let right = e.sub(zero, b);
            e.ror(a, right)
        }
        Value::LeadingZeros => e.clz(a),
        Value::Function(f) => {
            let (a, b) = (flush(e, q, a), flush(e, q, b));
            let r = function(e, q, f, a, b);
            finish(e, q, r)
        }
    }
}

/// The same, of one lane.
pub fn word(q: &ShaderQuirks, v: Value, abcd: [u32; 4]) -> u32 {
    value(&mut Interp::<1>, q, v, abcd.map(|x| Lanes([x]))).0[0]
}
