//! Vectors of sixteen numbers in registers of the host, where it has AVX-512: for loops that the
//! compiler vectorises badly.
//!
//! Operations are those of [`Exec`](crate::Exec) and of Rust, with the same results.

use std::arch::x86_64::{__m512, __m512i, _MM_FROUND_NO_EXC, _MM_FROUND_TO_NEG_INF};
use std::ops;

use pulp::x86::V4;

/// Proof that the host has AVX-512.
#[derive(Clone, Copy, Debug)]
pub struct Host(V4);

impl Host {
    /// `None` without AVX-512.
    #[inline(always)]
    pub fn new() -> Option<Host> {
        match V4::try_new() {
            Some(host) => Some(Host(host)),
            None => {
                unlikely();
                None
            }
        }
    }

    /// The same number in all lanes.
    #[inline(always)]
    pub fn float(self, x: f32) -> Floats {
        Floats(self, self.0.avx512f._mm512_set1_ps(x))
    }

    /// The same word in all lanes.
    #[inline(always)]
    pub fn word(self, x: u32) -> Words {
        Words(self, self.0.avx512f._mm512_set1_epi32(x as i32))
    }

    /// The same integer in all lanes.
    #[inline(always)]
    pub fn int(self, x: i32) -> Words {
        self.word(x as u32)
    }

    /// Numbers lane by lane.
    #[inline(always)]
    pub fn floats(self, x: &[f32; 16]) -> Floats {
        Floats(self, pulp::cast(*x))
    }

    /// Words lane by lane.
    #[inline(always)]
    pub fn words(self, x: &[u32; 16]) -> Words {
        Words(self, pulp::cast(*x))
    }

    /// Integers lane by lane.
    #[inline(always)]
    pub fn ints(self, x: &[i32; 16]) -> Words {
        Words(self, pulp::cast(*x))
    }
}

/// Marks the code for other hosts, of which there is much, as cold, so that the compiler moves it
/// away from that with vectors.
#[cold]
#[inline(never)]
fn unlikely() {}

/// Sixteen numbers of binary32.
#[derive(Clone, Copy, Debug)]
pub struct Floats(Host, __m512);

/// Sixteen words of 32 bits. Masks of lanes have a bit for each.
#[derive(Clone, Copy, Debug)]
pub struct Words(Host, __m512i);

/// Operators of two vectors.
macro_rules! operators {
    ($($type:ident: $trait:ident $method:ident $instruction:ident;)*) => {$(
        impl ops::$trait for $type {
            type Output = $type;

            #[inline(always)]
            fn $method(self, other: $type) -> $type {
                $type(self.0, self.0.0.avx512f.$instruction(self.1, other.1))
            }
        }
    )*};
}

operators! {
    Floats: Add add _mm512_add_ps;
    Floats: Sub sub _mm512_sub_ps;
    Floats: Mul mul _mm512_mul_ps;
    Words: Add add _mm512_add_epi32;
    Words: Sub sub _mm512_sub_epi32;
    Words: BitAnd bitand _mm512_and_si512;
    Words: BitOr bitor _mm512_or_si512;
    Words: BitXor bitxor _mm512_xor_si512;
}

/// Shifts all lanes by the same number, less than 32.
macro_rules! shifts {
    ($($trait:ident $method:ident $instruction:ident;)*) => {$(
        impl ops::$trait<u32> for Words {
            type Output = Words;

            #[inline(always)]
            fn $method(self, by: u32) -> Words {
                let host = self.0.0;
                let by = host.sse2._mm_cvtsi32_si128(by as i32);
                Words(self.0, host.avx512f.$instruction(self.1, by))
            }
        }
    )*};
}

shifts! {
    Shl shl _mm512_sll_epi32;
    Shr shr _mm512_srl_epi32;
}

impl Floats {
    /// The lanes.
    #[inline(always)]
    pub fn get(self) -> [f32; 16] {
        pulp::cast(self.1)
    }

    /// The bits of each number.
    #[inline(always)]
    pub fn to_bits(self) -> Words {
        Words(self.0, pulp::cast(self.1))
    }

    /// The larger number; `other` if one is NaN.
    #[inline(always)]
    pub fn max_or(self, other: Floats) -> Floats {
        Floats(self.0, self.0.0.avx512f._mm512_max_ps(self.1, other.1))
    }

    /// The smaller number; `other` if one is NaN.
    #[inline(always)]
    pub fn min_or(self, other: Floats) -> Floats {
        Floats(self.0, self.0.0.avx512f._mm512_min_ps(self.1, other.1))
    }

    /// The larger number; the one that is not NaN.
    #[inline(always)]
    pub fn max(self, other: Floats) -> Floats {
        self.max_or(other).with(!other.ordered(), self)
    }

    /// The magnitude.
    #[inline(always)]
    pub fn abs(self) -> Floats {
        let magnitude = self.to_bits() & self.0.word(0x7fff_ffff);
        Floats(self.0, pulp::cast(magnitude.1))
    }

    /// The lanes that are less than those of `other`, where neither is NaN.
    #[inline(always)]
    pub fn less(self, other: Floats) -> u16 {
        const LESS: i32 = std::arch::x86_64::_CMP_LT_OQ;
        let host = self.0.0.avx512f;
        host._mm512_cmp_ps_mask::<LESS>(self.1, other.1)
    }

    /// The lanes that are less than 0.
    #[inline(always)]
    pub fn negative(self) -> u16 {
        self.less(self.0.float(0.0))
    }

    /// The lanes that are not NaN.
    #[inline(always)]
    pub fn ordered(self) -> u16 {
        const ORDERED: i32 = std::arch::x86_64::_CMP_ORD_Q;
        let host = self.0.0.avx512f;
        host._mm512_cmp_ps_mask::<ORDERED>(self.1, self.1)
    }

    /// These lanes of `other`, and the others of `self`.
    #[inline(always)]
    pub fn with(self, mask: u16, other: Floats) -> Floats {
        let host = self.0.0.avx512f;
        Floats(self.0, host._mm512_mask_mov_ps(self.1, mask, other.1))
    }

    /// These lanes, and 0 in the others.
    #[inline(always)]
    pub fn only(self, mask: u16) -> Floats {
        let host = self.0.0.avx512f;
        Floats(self.0, host._mm512_maskz_mov_ps(mask, self.1))
    }

    /// The fractional part, with the sign of the number; 0 of infinities.
    #[inline(always)]
    pub fn fract(self) -> Floats {
        // Rounded towards zero, without exceptions.
        const PARTS: i32 = 0b1011;
        let host = self.0.0.avx512dq;
        Floats(self.0, host._mm512_reduce_ps::<PARTS>(self.1))
    }

    /// The integers below, for numbers that 31 bits have room for.
    #[inline(always)]
    pub fn floor(self) -> Words {
        const DOWN: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
        let host = self.0.0.avx512f;
        Words(self.0, host._mm512_cvt_roundps_epi32::<DOWN>(self.1))
    }

    /// In each four lanes, the lanes that `LANES` has two bits each for, from the lowest.
    #[inline(always)]
    pub fn in_quads<const LANES: i32>(self) -> Floats {
        let host = self.0.0.avx512f;
        Floats(self.0, host._mm512_permute_ps::<LANES>(self.1))
    }
}

impl Words {
    /// The lanes.
    #[inline(always)]
    pub fn get(self) -> [u32; 16] {
        pulp::cast(self.1)
    }

    /// The lanes as integers.
    #[inline(always)]
    pub fn ints(self) -> [i32; 16] {
        pulp::cast(self.1)
    }

    /// The nearest numbers to the integers.
    #[inline(always)]
    pub fn to_floats(self) -> Floats {
        Floats(self.0, self.0.0.avx512f._mm512_cvtepi32_ps(self.1))
    }

    /// Shifted right by less than 32, with the sign.
    #[inline(always)]
    pub fn shr_signed(self, by: u32) -> Words {
        let host = self.0.0;
        let by = host.sse2._mm_cvtsi32_si128(by as i32);
        Words(self.0, host.avx512f._mm512_sra_epi32(self.1, by))
    }

    /// Shifted left, each lane by its own number; 0 from 32 on.
    #[inline(always)]
    pub fn shl_each(self, by: Words) -> Words {
        Words(self.0, self.0.0.avx512f._mm512_sllv_epi32(self.1, by.1))
    }

    /// The smaller word.
    #[inline(always)]
    pub fn min(self, other: Words) -> Words {
        Words(self.0, self.0.0.avx512f._mm512_min_epu32(self.1, other.1))
    }

    /// The smaller integer.
    #[inline(always)]
    pub fn min_signed(self, other: Words) -> Words {
        Words(self.0, self.0.0.avx512f._mm512_min_epi32(self.1, other.1))
    }

    /// The larger integer.
    #[inline(always)]
    pub fn max_signed(self, other: Words) -> Words {
        Words(self.0, self.0.0.avx512f._mm512_max_epi32(self.1, other.1))
    }

    /// The products of the lower and of the upper halves, 16 bits of each.
    #[inline(always)]
    pub fn products(self, other: Words) -> Words {
        let host = self.0.0.avx512bw;
        Words(self.0, host._mm512_mullo_epi16(self.1, other.1))
    }

    /// The sums of the lower and of the upper halves, 16 bits of each.
    #[inline(always)]
    pub fn sums(self, other: Words) -> Words {
        let host = self.0.0.avx512bw;
        Words(self.0, host._mm512_add_epi16(self.1, other.1))
    }

    /// The product of the lower halves and that of the upper halves, as integers with a sign, added
    /// up.
    #[inline(always)]
    pub fn sum_of_products(self, other: Words) -> Words {
        let host = self.0.0.avx512bw;
        Words(self.0, host._mm512_madd_epi16(self.1, other.1))
    }

    /// The lanes that are equal.
    #[inline(always)]
    pub fn equal(self, other: Words) -> u16 {
        let host = self.0.0.avx512f;
        host._mm512_cmpeq_epi32_mask(self.1, other.1)
    }

    /// The lanes that are less than those of `other`.
    #[inline(always)]
    pub fn less(self, other: Words) -> u16 {
        let host = self.0.0.avx512f;
        host._mm512_cmplt_epu32_mask(self.1, other.1)
    }

    /// The lanes that are integers less than those of `other`.
    #[inline(always)]
    pub fn less_signed(self, other: Words) -> u16 {
        let host = self.0.0.avx512f;
        host._mm512_cmplt_epi32_mask(self.1, other.1)
    }

    /// These lanes of `other`, and the others of `self`.
    #[inline(always)]
    pub fn with(self, mask: u16, other: Words) -> Words {
        let host = self.0.0.avx512f;
        Words(self.0, host._mm512_mask_mov_epi32(self.1, mask, other.1))
    }

    /// These lanes, and 0 in the others.
    #[inline(always)]
    pub fn only(self, mask: u16) -> Words {
        let host = self.0.0.avx512f;
        Words(self.0, host._mm512_maskz_mov_epi32(mask, self.1))
    }

    /// The bits that any of these lanes has.
    #[inline(always)]
    pub fn any(self, mask: u16) -> u32 {
        let host = self.0.0.avx512f;
        host._mm512_mask_reduce_or_epi32(mask, self.1) as u32
    }

    /// In these lanes, the lane of `table` that the low four bits of `index` say; the others of
    /// `self`.
    #[inline(always)]
    pub fn with_picked(self, mask: u16, table: Words, index: Words) -> Words {
        let host = self.0.0.avx512f;
        let picked = host._mm512_mask_permutexvar_epi32(self.1, mask, index.1, table.1);
        Words(self.0, picked)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The bits of a number; of NaN, which has many, one.
    fn bits(x: f32) -> u32 {
        if x.is_nan() { u32::MAX } else { x.to_bits() }
    }

    fn all(f: impl Fn(usize) -> bool) -> u16 {
        (0..16).map(|i| u16::from(f(i)) << i).sum()
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn numbers_are_those_of_rust(a: [u32; 16], b: [u32; 16], small in -1e6f32..1e6) {
            let Some(host) = Host::new() else { return Ok(()) };
            let [mut a, mut b] = [a, b].map(|words| words.map(f32::from_bits));
            (a[0], a[1], b[2], a[3], b[3]) = (f32::NAN, f32::INFINITY, f32::NAN, b[4], b[4]);
            let (x, y) = (host.floats(&a), host.floats(&b));
            let [sum, product] = [(x + y).get(), (x * y).get()];
            let larger = x.max(y).get();
            let part = x.fract().get();
            for i in 0..16 {
                prop_assert_eq!(bits(sum[i]), bits(a[i] + b[i]));
                prop_assert_eq!(bits(product[i]), bits(a[i] * b[i]));
                prop_assert_eq!(bits(larger[i]), bits(a[i].max(b[i])));
                let want = if a[i].is_infinite() { 0.0 } else { a[i] - a[i].trunc() };
                prop_assert!(part[i] == want || part[i].is_nan() && a[i].is_nan());
            }
            prop_assert_eq!(x.less(y), all(|i| a[i] < b[i]));
            prop_assert_eq!(x.ordered(), all(|i| !a[i].is_nan()));
            prop_assert_eq!(host.float(small).floor().ints()[3], small.floor() as i32);
        }

        #[test]
        fn words_are_those_of_rust(a: [u32; 16], b: [u32; 16], table: [u32; 16], mask: u16) {
            let Some(host) = Host::new() else { return Ok(()) };
            let (x, y) = (host.words(&a), host.words(&b));
            let halves = |n: u32| [n & 0xffff, n >> 16];
            let signed = |n: u32| halves(n).map(|half| i32::from(half as u16 as i16));
            let picked = y.with_picked(mask, host.words(&table), x).get();
            let (products, sums) = (x.products(y).get(), x.sums(y).get());
            let sum = x.sum_of_products(y).get();
            for i in 0..16 {
                let of_halves = |f: fn(u32, u32) -> u32| {
                    let [p, q] = [0, 1].map(|n| f(halves(a[i])[n], halves(b[i])[n]) & 0xffff);
                    p | q << 16
                };
                prop_assert_eq!(products[i], of_halves(u32::wrapping_mul));
                prop_assert_eq!(sums[i], of_halves(u32::wrapping_add));
                let [p, q] = [0, 1].map(|n| signed(a[i])[n] * signed(b[i])[n]);
                prop_assert_eq!(sum[i], p.wrapping_add(q) as u32);
                let want = if mask >> i & 1 == 1 { table[a[i] as usize % 16] } else { b[i] };
                prop_assert_eq!(picked[i], want);
            }
            prop_assert_eq!(x.less(y), all(|i| a[i] < b[i]));
            prop_assert_eq!(x.less_signed(y), all(|i| (a[i] as i32) < b[i] as i32));
            let any = (0..16).filter(|i| mask >> i & 1 == 1).fold(0, |any, i| any | a[i]);
            prop_assert_eq!(x.any(mask), any);
        }
    }
}
