//! [`Exec`] on lane arrays.
//!
//! Every operation is a loop of `N` steps without branches, always inlined, so
//! that the compiler turns it into vector instructions of the target that the
//! caller is compiled for: see [`vectorised`](crate::vectorised).

#![expect(
    clippy::needless_range_loop,
    reason = "counted loops over several arrays vectorise; zipped iterators sometimes do not"
)]

use crate::convert::truncated;
use crate::exec::Exec;
use crate::half;
use crate::lanes::{Doubles, Lanes};

/// Computes immediately on [`Lanes`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Interp<const N: usize>;

#[inline(always)]
fn map<const N: usize>(a: Lanes<N>, f: impl Fn(u32) -> u32) -> Lanes<N> {
    let mut r = [0; N];
    for i in 0..N {
        r[i] = f(a.0[i]);
    }
    Lanes(r)
}

#[inline(always)]
fn zip<const N: usize>(a: Lanes<N>, b: Lanes<N>, f: impl Fn(u32, u32) -> u32) -> Lanes<N> {
    let mut r = [0; N];
    for i in 0..N {
        r[i] = f(a.0[i], b.0[i]);
    }
    Lanes(r)
}

#[inline(always)]
fn zip_f<const N: usize>(a: Lanes<N>, b: Lanes<N>, f: impl Fn(f32, f32) -> f32) -> Lanes<N> {
    zip(a, b, |a, b| {
        f(f32::from_bits(a), f32::from_bits(b)).to_bits()
    })
}

#[inline(always)]
fn zip_bytes<const N: usize>(mut a: Lanes<N>, b: Lanes<N>, f: impl Fn(u8, u8) -> u8) -> Lanes<N> {
    let r: &mut [u8] = bytemuck::cast_slice_mut(&mut a.0[..]);
    let b: &[u8] = bytemuck::cast_slice(&b.0[..]);
    for (r, b) in r.iter_mut().zip(b) {
        *r = f(*r, *b);
    }
    a
}

#[inline(always)]
fn zip_d<const N: usize>(a: Doubles<N>, b: Doubles<N>, f: impl Fn(f64, f64) -> f64) -> Doubles<N> {
    let mut r = [0.0; N];
    for i in 0..N {
        r[i] = f(a.0[i], b.0[i]);
    }
    Doubles(r)
}

/// [`Exec::fmul_toward_zero`] of one lane. The product of two mantissas of 24 bits is
/// exact in binary64, whose last 29 bits binary32 does not have.
#[inline(always)]
fn product_toward_zero(a: u32, b: u32) -> u32 {
    let product = f64::from(f32::from_bits(a)) * f64::from(f32::from_bits(b));
    let size = f64::from_bits(product.to_bits() & 0x7fff_ffff_e000_0000);
    let largest = f64::from(f32::MAX);
    let size = match size > largest && size < f64::INFINITY {
        true => largest,
        false => size,
    };
    let size = match size < f64::from(f32::MIN_POSITIVE) {
        true => 0.0,
        false => size,
    };
    (size as f32).to_bits() | (a ^ b) & 0x8000_0000
}

/// [`Exec::fmul_toward_zero`] of sixteen lanes, where the host has an instruction that
/// rounds so. It is compiled in wherever [`vectorised`](crate::vectorised) chooses the
/// code for such hosts.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn products_toward_zero(a: &[u32; 16], b: &[u32; 16]) -> Option<[u32; 16]> {
    use std::arch::x86_64::{__m512, _MM_FROUND_NO_EXC, _MM_FROUND_TO_ZERO};
    const ROUNDING: i32 = _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC;
    let host = pulp::x86::V4::try_new()?.avx512f;
    let (a, b): (__m512, __m512) = (pulp::cast(*a), pulp::cast(*b));
    let product = host._mm512_mul_round_ps::<ROUNDING>(a, b);
    // A denormal is a zero of its sign.
    let sign = host._mm512_set1_epi32(i32::MIN);
    let exponent = host._mm512_set1_epi32(0x7f80_0000);
    let bits = host._mm512_castps_si512(product);
    let normal = host._mm512_test_epi32_mask(bits, exponent);
    let sign = host._mm512_and_si512(bits, sign);
    Some(pulp::cast(host._mm512_mask_mov_epi32(sign, normal, bits)))
}

/// The same where hosts have none.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn products_toward_zero(_: &[u32; 16], _: &[u32; 16]) -> Option<[u32; 16]> {
    None
}

/// [`Exec::half_from_float`] of sixteen lanes, where the host has an instruction for it.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn halves(a: &[u32; 16]) -> Option<[u32; 16]> {
    use std::arch::x86_64::{__m512, _CMP_UNORD_Q};
    let host = pulp::x86::V4::try_new()?.avx512f;
    let half = pulp::cast(crate::sixteen::halves(a)?);
    let a: __m512 = pulp::cast(*a);
    // A NaN is quiet, without payload.
    let nan = host._mm512_cmp_ps_mask::<_CMP_UNORD_Q>(a, a);
    let kept = host._mm512_set1_epi32(0xfe00);
    Some(pulp::cast(
        host._mm512_mask_and_epi32(half, nan, half, kept),
    ))
}

/// The same where hosts have none.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn halves(_: &[u32; 16]) -> Option<[u32; 16]> {
    None
}

/// All ones if `b`.
#[inline(always)]
fn word(b: bool) -> u32 {
    if b { u32::MAX } else { 0 }
}

/// A truth value per lane: all ones or zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mask<const N: usize>(pub(crate) Lanes<N>);

impl<const N: usize> Mask<N> {
    /// False in every lane.
    pub const NEVER: Self = Mask(Lanes::ZERO);

    /// True in the lanes whose word is not zero.
    #[inline(always)]
    pub fn from_words(words: Lanes<N>) -> Self {
        Mask(map(words, |x| word(x != 0)))
    }

    /// All ones in the lanes that are true.
    #[inline(always)]
    pub fn words(self) -> Lanes<N> {
        self.0
    }
}

impl<const N: usize> Exec for Interp<N> {
    type V = Lanes<N>;
    type M = Mask<N>;
    type D = Doubles<N>;

    #[inline(always)]
    fn splat(&mut self, x: u32) -> Lanes<N> {
        Lanes::splat(x)
    }
    #[inline(always)]
    fn add(&mut self, a: Lanes<N>, b: Lanes<N>) -> Lanes<N> {
        zip(a, b, u32::wrapping_add)
    }
    #[inline(always)]
    fn sub(&mut self, a: Lanes<N>, b: Lanes<N>) -> Lanes<N> {
        zip(a, b, u32::wrapping_sub)
    }
    #[inline(always)]
    fn mul_low(&mut self, a: Lanes<N>, b: Lanes<N>) -> Lanes<N> {
        zip(a, b, u32::wrapping_mul)
    }
    #[inline(always)]
    fn mul_high_unsigned(&mut self, a: Lanes<N>, b: Lanes<N>) -> Lanes<N> {
        zip(a, b, |a, b| ((u64::from(a) * u64::from(b)) >> 32) as u32)
    }
    #[inline(always)]
    fn and(&mut self, a: Lanes<N>, b: Lanes<N>) -> Lanes<N> {
        zip(a, b, |a, b| a & b)
    }
    #[inline(always)]
    fn or(&mut self, a: Lanes<N>, b: Lanes<N>) -> Lanes<N> {
        zip(a, b, |a, b| a | b)
    }
    #[inline(always)]
    fn xor(&mut self, a: Lanes<N>, b: Lanes<N>) -> Lanes<N> {
        zip(a, b, |a, b| a ^ b)
    }
    #[inline(always)]
    fn not(&mut self, a: Lanes<N>) -> Lanes<N> {
        map(a, |a| !a)
    }
    #[inline(always)]
    fn shl(&mut self, a: Lanes<N>, by: Lanes<N>) -> Lanes<N> {
        zip(a, by, |a, n| a << (n & 31))
    }
    #[inline(always)]
    fn shr(&mut self, a: Lanes<N>, by: Lanes<N>) -> Lanes<N> {
        zip(a, by, |a, n| a >> (n & 31))
    }
    #[inline(always)]
    fn asr(&mut self, a: Lanes<N>, by: Lanes<N>) -> Lanes<N> {
        zip(a, by, |a, n| ((a as i32) >> (n & 31)) as u32)
    }
    #[inline(always)]
    fn ror(&mut self, a: Lanes<N>, by: Lanes<N>) -> Lanes<N> {
        zip(a, by, |a, n| {
            (a >> (n & 31)) | (a << (n.wrapping_neg() & 31))
        })
    }
    #[inline(always)]
    fn clz(&mut self, a: Lanes<N>) -> Lanes<N> {
        map(a, u32::leading_zeros)
    }
    #[inline(always)]
    fn min_signed(&mut self, a: Lanes<N>, b: Lanes<N>) -> Lanes<N> {
        zip(a, b, |a, b| (a as i32).min(b as i32) as u32)
    }
    #[inline(always)]
    fn max_signed(&mut self, a: Lanes<N>, b: Lanes<N>) -> Lanes<N> {
        zip(a, b, |a, b| (a as i32).max(b as i32) as u32)
    }
    #[inline(always)]
    fn min_unsigned(&mut self, a: Lanes<N>, b: Lanes<N>) -> Lanes<N> {
        zip(a, b, u32::min)
    }
    #[inline(always)]
    fn max_unsigned(&mut self, a: Lanes<N>, b: Lanes<N>) -> Lanes<N> {
        zip(a, b, u32::max)
    }
    #[inline(always)]
    fn eq(&mut self, a: Lanes<N>, b: Lanes<N>) -> Mask<N> {
        Mask(zip(a, b, |a, b| word(a == b)))
    }
    #[inline(always)]
    fn lt_signed(&mut self, a: Lanes<N>, b: Lanes<N>) -> Mask<N> {
        Mask(zip(a, b, |a, b| word((a as i32) < (b as i32))))
    }
    #[inline(always)]
    fn lt_unsigned(&mut self, a: Lanes<N>, b: Lanes<N>) -> Mask<N> {
        Mask(zip(a, b, |a, b| word(a < b)))
    }
    #[inline(always)]
    fn fadd(&mut self, a: Lanes<N>, b: Lanes<N>) -> Lanes<N> {
        zip_f(a, b, |a, b| a + b)
    }
    #[inline(always)]
    fn fsub(&mut self, a: Lanes<N>, b: Lanes<N>) -> Lanes<N> {
        zip_f(a, b, |a, b| a - b)
    }
    #[inline(always)]
    fn fmul(&mut self, a: Lanes<N>, b: Lanes<N>) -> Lanes<N> {
        zip_f(a, b, |a, b| a * b)
    }
    #[inline(always)]
    fn fmul_toward_zero(&mut self, a: Lanes<N>, b: Lanes<N>) -> Lanes<N> {
        let (Ok(x), Ok(y)) = (a.0[..].try_into(), b.0[..].try_into()) else {
            return zip(a, b, product_toward_zero);
        };
        match products_toward_zero(x, y) {
            Some(product) => Lanes::from_fn(|i| product[i & 15]),
            None => zip(a, b, product_toward_zero),
        }
    }
    #[inline(always)]
    fn fdiv(&mut self, a: Lanes<N>, b: Lanes<N>) -> Lanes<N> {
        zip_f(a, b, |a, b| a / b)
    }
    #[inline(always)]
    fn fsqrt(&mut self, a: Lanes<N>) -> Lanes<N> {
        map(a, |a| f32::from_bits(a).sqrt().to_bits())
    }
    #[inline(always)]
    fn flt(&mut self, a: Lanes<N>, b: Lanes<N>) -> Mask<N> {
        Mask(zip(a, b, |a, b| {
            word(f32::from_bits(a) < f32::from_bits(b))
        }))
    }
    #[inline(always)]
    fn fle(&mut self, a: Lanes<N>, b: Lanes<N>) -> Mask<N> {
        Mask(zip(a, b, |a, b| {
            word(f32::from_bits(a) <= f32::from_bits(b))
        }))
    }
    #[inline(always)]
    fn feq(&mut self, a: Lanes<N>, b: Lanes<N>) -> Mask<N> {
        Mask(zip(a, b, |a, b| {
            word(f32::from_bits(a) == f32::from_bits(b))
        }))
    }
    #[inline(always)]
    fn is_nan(&mut self, a: Lanes<N>) -> Mask<N> {
        Mask(map(a, |a| {
            let x = f32::from_bits(a);
            word(x.is_nan())
        }))
    }
    #[inline(always)]
    fn float_from_signed(&mut self, a: Lanes<N>) -> Lanes<N> {
        map(a, |a| (a as i32 as f32).to_bits())
    }
    #[inline(always)]
    fn half_from_float(&mut self, a: Lanes<N>) -> Lanes<N> {
        let Ok(lanes) = a.0[..].try_into() else {
            return half::narrowed(self, a);
        };
        match halves(lanes) {
            Some(halves) => Lanes::from_fn(|i| halves[i & 15]),
            None => half::narrowed(self, a),
        }
    }
    #[inline(always)]
    fn signed_from_float(&mut self, a: Lanes<N>) -> Lanes<N> {
        map(a, |a| truncated(f32::from_bits(a)) as u32)
    }
    #[inline(always)]
    fn add_sat_u8x4(&mut self, a: Lanes<N>, b: Lanes<N>) -> Lanes<N> {
        zip_bytes(a, b, u8::saturating_add)
    }
    #[inline(always)]
    fn sub_sat_u8x4(&mut self, a: Lanes<N>, b: Lanes<N>) -> Lanes<N> {
        zip_bytes(a, b, u8::saturating_sub)
    }
    #[inline(always)]
    fn min_u8x4(&mut self, a: Lanes<N>, b: Lanes<N>) -> Lanes<N> {
        zip_bytes(a, b, u8::min)
    }
    #[inline(always)]
    fn max_u8x4(&mut self, a: Lanes<N>, b: Lanes<N>) -> Lanes<N> {
        zip_bytes(a, b, u8::max)
    }
    #[inline(always)]
    fn select(&mut self, m: Mask<N>, a: Lanes<N>, b: Lanes<N>) -> Lanes<N> {
        let mut r = [0; N];
        for i in 0..N {
            r[i] = if m.0.0[i] != 0 { a.0[i] } else { b.0[i] };
        }
        Lanes(r)
    }
    #[inline(always)]
    fn mask_and(&mut self, a: Mask<N>, b: Mask<N>) -> Mask<N> {
        Mask(zip(a.0, b.0, |a, b| a & b))
    }
    #[inline(always)]
    fn mask_or(&mut self, a: Mask<N>, b: Mask<N>) -> Mask<N> {
        Mask(zip(a.0, b.0, |a, b| a | b))
    }
    #[inline(always)]
    fn mask_not(&mut self, a: Mask<N>) -> Mask<N> {
        Mask(map(a.0, |a| !a))
    }
    #[inline(always)]
    fn mask_to_word(&mut self, m: Mask<N>) -> Lanes<N> {
        m.0
    }

    #[inline(always)]
    fn permute(&mut self, a: Lanes<N>, from: [u8; 16]) -> Lanes<N> {
        let mut r = [0; N];
        for i in 0..N {
            r[i] = a.0[(i & !15 | usize::from(from[i & 15] & 15)) % N];
        }
        Lanes(r)
    }

    #[inline(always)]
    fn double(&mut self, x: f64) -> Doubles<N> {
        Doubles([x; N])
    }
    #[inline(always)]
    fn double_from_float(&mut self, a: Lanes<N>) -> Doubles<N> {
        let mut r = [0.0; N];
        for i in 0..N {
            r[i] = f64::from(f32::from_bits(a.0[i]));
        }
        Doubles(r)
    }
    #[inline(always)]
    fn float_from_double(&mut self, a: Doubles<N>) -> Lanes<N> {
        let mut r = [0; N];
        for i in 0..N {
            r[i] = (a.0[i] as f32).to_bits();
        }
        Lanes(r)
    }
    #[inline(always)]
    fn double_from_words(&mut self, low: Lanes<N>, high: Lanes<N>) -> Doubles<N> {
        let mut r = [0.0; N];
        for i in 0..N {
            r[i] = f64::from_bits(u64::from(high.0[i]) << 32 | u64::from(low.0[i]));
        }
        Doubles(r)
    }
    #[inline(always)]
    fn words_of_double(&mut self, a: Doubles<N>) -> [Lanes<N>; 2] {
        let (mut low, mut high) = ([0; N], [0; N]);
        for i in 0..N {
            let bits = a.0[i].to_bits();
            low[i] = bits as u32;
            high[i] = (bits >> 32) as u32;
        }
        [Lanes(low), Lanes(high)]
    }
    #[inline(always)]
    fn dadd(&mut self, a: Doubles<N>, b: Doubles<N>) -> Doubles<N> {
        zip_d(a, b, |a, b| a + b)
    }
    #[inline(always)]
    fn dsub(&mut self, a: Doubles<N>, b: Doubles<N>) -> Doubles<N> {
        zip_d(a, b, |a, b| a - b)
    }
    #[inline(always)]
    fn dmul(&mut self, a: Doubles<N>, b: Doubles<N>) -> Doubles<N> {
        zip_d(a, b, |a, b| a * b)
    }
    #[inline(always)]
    fn ddiv(&mut self, a: Doubles<N>, b: Doubles<N>) -> Doubles<N> {
        zip_d(a, b, |a, b| a / b)
    }
    #[inline(always)]
    fn dsqrt(&mut self, a: Doubles<N>) -> Doubles<N> {
        zip_d(a, a, |a, _| a.sqrt())
    }
    #[inline(always)]
    fn dlt(&mut self, a: Doubles<N>, b: Doubles<N>) -> Mask<N> {
        let mut r = [0; N];
        for i in 0..N {
            r[i] = word(a.0[i] < b.0[i]);
        }
        Mask(Lanes(r))
    }
    #[inline(always)]
    fn dselect(&mut self, m: Mask<N>, a: Doubles<N>, b: Doubles<N>) -> Doubles<N> {
        let mut r = [0.0; N];
        for i in 0..N {
            r[i] = if m.0.0[i] != 0 { a.0[i] } else { b.0[i] };
        }
        Doubles(r)
    }
}
