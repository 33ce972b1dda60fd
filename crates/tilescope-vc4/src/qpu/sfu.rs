//! The special function unit.
//!
//! RECIPSQRT and LOG ignore the sign of their operand, and RECIP and RECIPSQRT
//! of 0 are infinite: py-videocore's `test_sfu.py` and appendix, on hardware.

use super::decode::SfuOp;
use super::quirks::{Denormals, QpuQuirks, SfuPrecision};
use tilescope_exec::transcendental::{exp2, log2};
use tilescope_exec::{Exec, Lanes16, double, float};

/// The function of each lane, as the pipeline model computes it.
pub fn sfu(op: SfuOp, v: &Lanes16, q: &QpuQuirks) -> Lanes16 {
    Lanes16::from_fn(|i| sfu_lane(op, v[i], q))
}

fn flush(x: u32, q: &QpuQuirks) -> u32 {
    if x & float::EXPONENT != 0 {
        return x;
    }
    match q.denormals {
        Denormals::FlushKeepSign => x & float::SIGN,
        Denormals::FlushToPlusZero => 0,
    }
}

/// NaN operands count as infinities, as elsewhere in the QPU.
fn widen(x: u32) -> f64 {
    let x = f32::from_bits(x);
    if x.is_nan() {
        f64::INFINITY.copysign(f64::from(x.signum()))
    } else {
        f64::from(x)
    }
}

fn sfu_lane(op: SfuOp, x: u32, q: &QpuQuirks) -> u32 {
    let x = flush(x, q);
    let sign = x & float::SIGN;
    let magnitude = widen(x & float::MAGNITUDE);
    // 64-bit results rounded once more: the nearest binary32 except where the
    // exact value is within 2^-29 of a tie.
    let r = match op {
        SfuOp::Recip => {
            let r = (1.0 / magnitude) as f32;
            f32::from_bits(r.to_bits() | sign)
        }
        SfuOp::RecipSqrt => (1.0 / magnitude.sqrt()) as f32,
        SfuOp::Exp => exp2(if sign != 0 { -magnitude } else { magnitude }) as f32,
        SfuOp::Log => log2(magnitude) as f32,
    };
    let bits = flush(r.to_bits(), q);
    match q.sfu {
        SfuPrecision::Nearest => bits,
        SfuPrecision::FractionBits(n) => {
            let drop = 23u32.saturating_sub(u32::from(n));
            if bits & float::EXPONENT == float::EXPONENT {
                bits
            } else {
                bits >> drop << drop
            }
        }
    }
}

/// The same as operations on vectors.
#[inline(always)]
pub(super) fn over<E: Exec>(e: &mut E, op: SfuOp, x: E::V, q: &QpuQuirks) -> E::V {
    let x = flushed(e, x, q);
    let (sign, magnitude) = (e.splat(float::SIGN), e.splat(float::MAGNITUDE));
    let sign = e.and(x, sign);
    let magnitude = e.and(x, magnitude);
    // NaN counts as infinity.
    let infinity = e.splat(float::EXPONENT);
    let magnitude = e.min_unsigned(magnitude, infinity);
    let r = match op {
        SfuOp::Recip => {
            let one = e.splat(1f32.to_bits());
            let r = e.fdiv(one, magnitude);
            e.or(r, sign)
        }
        SfuOp::RecipSqrt => {
            let root = e.double_from_float(magnitude);
            let root = e.dsqrt(root);
            let one = e.double(1.0);
            let r = e.ddiv(one, root);
            e.float_from_double(r)
        }
        SfuOp::Exp => {
            let x = e.or(magnitude, sign);
            let x = e.double_from_float(x);
            let r = double::exp2(e, x);
            e.float_from_double(r)
        }
        SfuOp::Log => {
            let x = e.double_from_float(magnitude);
            let r = double::log2(e, x);
            e.float_from_double(r)
        }
    };
    let r = flushed(e, r, q);
    let SfuPrecision::FractionBits(n) = q.sfu else {
        return r;
    };
    let drop = 23u32.saturating_sub(n.into());
    let kept = e.splat(u32::MAX << drop);
    let cut = e.and(r, kept);
    let exponent = e.and(r, infinity);
    let infinite = e.eq(exponent, infinity);
    e.select(infinite, r, cut)
}

#[inline(always)]
fn flushed<E: Exec>(e: &mut E, x: E::V, q: &QpuQuirks) -> E::V {
    let (exponent, zero) = (e.splat(float::EXPONENT), e.splat(0));
    let exponent = e.and(x, exponent);
    let small = e.eq(exponent, zero);
    let flushed = match q.denormals {
        Denormals::FlushKeepSign => {
            let sign = e.splat(float::SIGN);
            e.and(x, sign)
        }
        Denormals::FlushToPlusZero => zero,
    };
    e.select(small, flushed, x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilescope_exec::interp::Interp;

    proptest::proptest! {
        #[test]
        fn vectors_have_the_same_values(x: u32, exponent in 0u32..256, bits in 0u8..24, kept: bool) {
            let q = QpuQuirks {
                sfu: match bits {
                    23 => SfuPrecision::Nearest,
                    n => SfuPrecision::FractionBits(n),
                },
                denormals: match kept {
                    true => Denormals::FlushKeepSign,
                    false => Denormals::FlushToPlusZero,
                },
                ..QpuQuirks::DEFAULT
            };
            // All exponents alike, and those near 0.
            for x in [x, x & !float::EXPONENT | exponent << 23, x & 0x8000_0003, x | float::EXPONENT] {
                let v = Lanes16::splat(x);
                for op in SfuOp::ALL {
                    let over = over(&mut Interp, op, v, &q);
                    proptest::prop_assert_eq!(sfu(op, &v, &q), over, "{:?} {:#x}", op, x);
                }
            }
        }
    }

    fn f(op: SfuOp, x: f32) -> f32 {
        f32::from_bits(sfu_lane(op, x.to_bits(), &QpuQuirks::DEFAULT))
    }

    /// Source: hardware, through py-videocore's test_sfu.py (tolerances there).
    #[test]
    fn within_the_tolerance_of_hardware() {
        for i in 1..10_000 {
            let x = i as f32 / 10_000.0;
            assert!((f(SfuOp::Recip, x) * x - 1.0).abs() < 1e-6);
            assert!((f(SfuOp::RecipSqrt, x) * x.sqrt() - 1.0).abs() < 1e-6);
            assert!((f(SfuOp::RecipSqrt, -x) * x.sqrt() - 1.0).abs() < 1e-6);
            assert!((f(SfuOp::Exp, x) / x.exp2() - 1.0).abs() < 1e-6);
            assert!((f(SfuOp::Log, -x) - x.log2()).abs() <= 1e-6 * x.log2().abs());
        }
        assert_eq!(f(SfuOp::Recip, 0.0), f32::INFINITY);
        assert_eq!(f(SfuOp::RecipSqrt, 0.0), f32::INFINITY);
    }

    #[test]
    fn exact_powers_are_exact() {
        for n in -126..=127 {
            let x = 2f64.powi(n) as f32;
            assert_eq!(f(SfuOp::Log, x), n as f32);
            assert_eq!(f(SfuOp::Exp, n as f32), x);
        }
        assert_eq!(f(SfuOp::Exp, 128.0), f32::INFINITY);
        assert_eq!(f(SfuOp::Exp, -200.0), 0.0);
        assert_eq!(f(SfuOp::Log, 0.0), f32::NEG_INFINITY);
        assert_eq!(f(SfuOp::Recip, -4.0), -0.25);
    }

    #[test]
    fn fraction_bits_cut_the_mantissa() {
        let q = QpuQuirks {
            sfu: SfuPrecision::FractionBits(12),
            ..QpuQuirks::DEFAULT
        };
        let third = sfu_lane(SfuOp::Recip, 3f32.to_bits(), &q);
        assert_eq!(third & 0x7ff, 0);
        assert_ne!(
            third,
            sfu_lane(SfuOp::Recip, 3f32.to_bits(), &QpuQuirks::DEFAULT)
        );
    }
}
