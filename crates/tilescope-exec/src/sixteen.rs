//! Loops over sixteen lanes that the compiler vectorises badly, with explicit vectors for hosts with
//! AVX-512.
//!
//! Loops of sixteen rounds are fully unrolled before they are vectorised, which leaves them to
//! LLVM's SLP vectoriser. With commutative operands, or arrays that are neighbours in memory, it
//! mixes lanes of several arrays, and emits loads that span several stores and stall store
//! forwarding. It did so with what is here.

/// `change[0] * (x - origin[0]) + change[1] * (y - origin[1])` at columns `x` and rows `y`.
#[inline(always)]
pub fn slope(at: [&[f32; 16]; 2], change: [f32; 2], origin: [f32; 2]) -> [f32; 16] {
    #[cfg(target_arch = "x86_64")]
    if let Some(host) = pulp::x86::V4::try_new() {
        let host = host.avx512f;
        let [dx, dy] = [
            host._mm512_sub_ps(pulp::cast(*at[0]), host._mm512_set1_ps(origin[0])),
            host._mm512_sub_ps(pulp::cast(*at[1]), host._mm512_set1_ps(origin[1])),
        ];
        let [x, y] = [
            host._mm512_mul_ps(host._mm512_set1_ps(change[0]), dx),
            host._mm512_mul_ps(host._mm512_set1_ps(change[1]), dy),
        ];
        return pulp::cast(host._mm512_add_ps(x, y));
    }
    plain::slope(at, change, origin)
}

/// A bit for each word that is not 0.
#[inline(always)]
pub fn nonzero(words: &[u32; 16]) -> u16 {
    #[cfg(target_arch = "x86_64")]
    if let Some(host) = pulp::x86::V4::try_new() {
        let words = pulp::cast(*words);
        return host.avx512f._mm512_test_epi32_mask(words, words);
    }
    plain::nonzero(words)
}

/// A bit for each number that is negative.
#[inline(always)]
pub fn negative(numbers: &[i32; 16]) -> u16 {
    #[cfg(target_arch = "x86_64")]
    if let Some(host) = pulp::x86::V4::try_new() {
        let host = host.avx512f;
        let zero = host._mm512_setzero_si512();
        return host._mm512_cmplt_epi32_mask(pulp::cast(*numbers), zero);
    }
    plain::negative(numbers)
}

/// A bit for each word that is the same in both.
#[inline(always)]
pub fn equal(words: &[u32; 16], others: &[u32; 16]) -> u16 {
    #[cfg(target_arch = "x86_64")]
    if let Some(host) = pulp::x86::V4::try_new() {
        let (words, others) = (pulp::cast(*words), pulp::cast(*others));
        return host.avx512f._mm512_cmpeq_epi32_mask(words, others);
    }
    plain::equal(words, others)
}

/// The smallest and the largest of the low 16 bits of both words of the lanes in `mask`, of which
/// there are some.
#[inline(always)]
pub fn bounds(words: [&[i32; 16]; 2], mask: u16) -> (u16, u16) {
    #[cfg(target_arch = "x86_64")]
    if let Some(host) = pulp::x86::V4::try_new() {
        let (a, b) = (pulp::cast(*words[0]), pulp::cast(*words[1]));
        let (wide, ones) = (host.avx512f, host.avx._mm256_set1_epi16(-1));
        // Lanes that do not count have the largest number, or the smallest.
        let smallest = host.avx2._mm256_min_epu16(
            wide._mm512_mask_cvtepi32_epi16(ones, mask, a),
            wide._mm512_mask_cvtepi32_epi16(ones, mask, b),
        );
        let largest = host.avx2._mm256_max_epu16(
            wide._mm512_maskz_cvtepi32_epi16(mask, a),
            wide._mm512_maskz_cvtepi32_epi16(mask, b),
        );
        // The largest is the smallest of the complements. Not a closure: one that stays a call has
        // no vectors of the host.
        let all = [smallest, host.avx2._mm256_xor_si256(largest, ones)];
        let mut least = [0; 2];
        for n in 0..2 {
            let upper = host.avx2._mm256_extracti128_si256::<1>(all[n]);
            let lower = host.avx._mm256_castsi256_si128(all[n]);
            let eight = host.sse4_1._mm_min_epu16(lower, upper);
            let first = host.sse4_1._mm_minpos_epu16(eight);
            least[n] = host.sse2._mm_cvtsi128_si32(first) as u16;
        }
        return (least[0], !least[1]);
    }
    plain::bounds(words, mask)
}

/// `words` where bits of `mask` are set, else `others`.
#[inline(always)]
pub fn with_bits(words: &[u32; 16], others: &[u32; 16], mask: u32) -> [u32; 16] {
    #[cfg(target_arch = "x86_64")]
    if let Some(host) = pulp::x86::V4::try_new() {
        let host = host.avx512f;
        let (words, others) = (pulp::cast(*words), pulp::cast(*others));
        let mask = host._mm512_set1_epi32(mask as i32);
        // The truth table of the second operand where the first is set, else the third.
        return pulp::cast(host._mm512_ternarylogic_epi32::<0b1100_1010>(mask, words, others));
    }
    plain::with_bits(words, others, mask)
}

/// `words`, and `others` in the lanes of `mask`.
#[inline(always)]
pub fn with_lanes(words: &[u32; 16], others: &[u32; 16], mask: u16) -> [u32; 16] {
    #[cfg(target_arch = "x86_64")]
    if let Some(host) = pulp::x86::V4::try_new() {
        let host = host.avx512f;
        let (words, others) = (pulp::cast(*words), pulp::cast(*others));
        return pulp::cast(host._mm512_mask_mov_epi32(words, mask, others));
    }
    plain::with_lanes(words, others, mask)
}

/// Words of four channels, each with its largest value, of at most 24 bits, and its lowest bit. It
/// is the nearest to that part of the largest value which a number says, from 0 to 1; NaN is 0. A
/// channel whose largest value is 0 has no bits.
#[inline(always)]
pub fn joined_fractions(numbers: &[&[f32; 16]; 4], channels: &[(u32, u8); 4]) -> [u32; 16] {
    #[cfg(target_arch = "x86_64")]
    if let Some(host) = pulp::x86::V4::try_new() {
        let host = host.avx512f;
        let zero = host._mm512_setzero_ps();
        let (half, one) = (host._mm512_set1_ps(0.5), host._mm512_set1_ps(1.0));
        let mut words = host._mm512_setzero_si512();
        for (numbers, (largest, at)) in numbers.iter().zip(channels) {
            // The second operand where the first is NaN.
            let number = host._mm512_max_ps(pulp::cast(**numbers), zero);
            let number = host._mm512_min_ps(number, one);
            let scaled = host._mm512_mul_ps(number, host._mm512_set1_ps(*largest as f32));
            let steps = host._mm512_cvttps_epu32(host._mm512_add_ps(scaled, half));
            let steps = host._mm512_min_epu32(steps, host._mm512_set1_epi32(*largest as i32));
            let at = host._mm512_set1_epi32(i32::from(*at));
            words = host._mm512_or_si512(words, host._mm512_sllv_epi32(steps, at));
        }
        return pulp::cast(words);
    }
    plain::joined_fractions(numbers, channels)
}

/// Binary32 as halves, in the lower halves of words, where the host has an instruction for it. A
/// NaN keeps the high bits of its mantissa, and becomes quiet.
#[inline(always)]
pub(crate) fn halves(numbers: &[u32; 16]) -> Option<[u32; 16]> {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{__m512, _MM_FROUND_NO_EXC, _MM_FROUND_TO_NEAREST_INT};
        const ROUNDING: i32 = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
        let host = pulp::x86::V4::try_new()?.avx512f;
        let numbers: __m512 = pulp::cast(*numbers);
        let halves = host._mm512_cvtps_ph::<ROUNDING>(numbers);
        Some(pulp::cast(host._mm512_cvtepu16_epi32(halves)))
    }
    #[cfg(not(target_arch = "x86_64"))]
    None
}

/// The same as loops.
mod plain {
    use crate::convert::truncated_small;

    #[inline(always)]
    pub fn slope([x, y]: [&[f32; 16]; 2], change: [f32; 2], origin: [f32; 2]) -> [f32; 16] {
        let mut out = [0.0; 16];
        for (out, (x, y)) in out.iter_mut().zip(x.iter().zip(y)) {
            *out = change[0] * (x - origin[0]) + change[1] * (y - origin[1]);
        }
        out
    }

    #[inline(always)]
    pub fn nonzero(words: &[u32; 16]) -> u16 {
        let mut bits = 0;
        for (lane, word) in words.iter().enumerate() {
            bits |= u16::from(*word != 0) << lane;
        }
        bits
    }

    #[inline(always)]
    pub fn negative(numbers: &[i32; 16]) -> u16 {
        let mut bits = 0;
        for (lane, number) in numbers.iter().enumerate() {
            bits |= ((*number as u32 >> 31) as u16) << lane;
        }
        bits
    }

    #[inline(always)]
    pub fn equal(words: &[u32; 16], others: &[u32; 16]) -> u16 {
        let mut bits = 0;
        for (lane, (word, other)) in words.iter().zip(others).enumerate() {
            bits |= u16::from(word == other) << lane;
        }
        bits
    }

    #[inline(always)]
    pub fn bounds(words: [&[i32; 16]; 2], mask: u16) -> (u16, u16) {
        let (mut smallest, mut largest) = (u16::MAX, 0);
        for (lane, (a, b)) in words[0].iter().zip(words[1]).enumerate() {
            let (a, b) = (*a as u16, *b as u16);
            let counts = mask >> lane & 1 == 1;
            smallest = smallest.min(if counts { a.min(b) } else { u16::MAX });
            largest = largest.max(if counts { a.max(b) } else { 0 });
        }
        (smallest, largest)
    }

    #[inline(always)]
    pub fn with_bits(words: &[u32; 16], others: &[u32; 16], mask: u32) -> [u32; 16] {
        let mut out = [0; 16];
        for (lane, out) in out.iter_mut().enumerate() {
            *out = others[lane] & !mask | words[lane] & mask;
        }
        out
    }

    #[inline(always)]
    pub fn with_lanes(words: &[u32; 16], others: &[u32; 16], mask: u16) -> [u32; 16] {
        let mut out = [0; 16];
        for (lane, out) in out.iter_mut().enumerate() {
            *out = match mask >> lane & 1 {
                0 => words[lane],
                _ => others[lane],
            };
        }
        out
    }

    #[inline(always)]
    pub fn joined_fractions(numbers: &[&[f32; 16]; 4], channels: &[(u32, u8); 4]) -> [u32; 16] {
        let mut words = [0; 16];
        for (numbers, (largest, at)) in numbers.iter().zip(channels) {
            for (word, number) in words.iter_mut().zip(*numbers) {
                *word |= step(*number, *largest) << at;
            }
        }
        words
    }

    #[expect(clippy::manual_clamp, reason = "clamp keeps NaN")]
    #[inline(always)]
    fn step(number: f32, largest: u32) -> u32 {
        let scaled = number.max(0.0).min(1.0) * largest as f32;
        truncated_small(scaled + 0.5).min(largest)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn numbers() -> impl Strategy<Value = [f32; 16]> {
        prop::array::uniform16(any::<f32>())
    }

    fn bit(bits: u16, lane: usize) -> bool {
        bits >> lane & 1 == 1
    }

    // Both forms are compared with a third one: hosts with such vectors never run the loops.
    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn slopes_are_those_of_single_numbers(
            x in numbers(), y in numbers(), change: [f32; 2], origin: [f32; 2],
        ) {
            let of = [slope, plain::slope].map(|slope| slope([&x, &y], change, origin));
            for (all, lane) in of.iter().flat_map(|all| (0..16).map(move |lane| (all, lane))) {
                let one = change[0] * (x[lane] - origin[0]) + change[1] * (y[lane] - origin[1]);
                prop_assert!(all[lane].to_bits() == one.to_bits() || one.is_nan());
                prop_assert_eq!(all[lane].is_nan(), one.is_nan());
            }
        }

        #[test]
        fn bits_tell_of_words(words: [i32; 16], others: [u32; 16], zeros: u16, alike: u16) {
            let words: [i32; 16] = std::array::from_fn(|n| match bit(zeros, n) {
                true => 0,
                false => words[n],
            });
            let unsigned = words.map(|word| word as u32);
            let others: [u32; 16] = std::array::from_fn(|n| match bit(alike, n) {
                true => unsigned[n],
                false => others[n],
            });
            let by_host = [nonzero(&unsigned), negative(&words), equal(&unsigned, &others)];
            let by_loops = [
                plain::nonzero(&unsigned),
                plain::negative(&words),
                plain::equal(&unsigned, &others),
            ];
            for lane in 0..16 {
                let want = [words[lane] != 0, words[lane] < 0, unsigned[lane] == others[lane]];
                prop_assert_eq!(by_host.map(|bits| bit(bits, lane)), want);
                prop_assert_eq!(by_loops.map(|bits| bit(bits, lane)), want);
            }
        }

        #[test]
        fn bounds_are_those_of_the_lanes(
            words: [[i32; 16]; 2], near in prop::array::uniform16(0i32..40), mask in 1u16..,
        ) {
            for words in [[&words[0], &words[1]], [&near, &near.map(|n| n + 1)]] {
                let lanes = (0..16).filter(|lane| bit(mask, *lane));
                let all = lanes.flat_map(|lane| words.map(|words| words[lane] as u16));
                let want = (all.clone().min().unwrap(), all.max().unwrap());
                prop_assert_eq!(bounds(words, mask), want);
                prop_assert_eq!(plain::bounds(words, mask), want);
            }
        }

        #[test]
        fn bits_outside_the_mask_are_those_of_others(
            words: [u32; 16], others: [u32; 16], mask: u32,
        ) {
            for with_bits in [with_bits, plain::with_bits] {
                let joined = with_bits(&words, &others, mask);
                for lane in 0..16 {
                    prop_assert_eq!(joined[lane], words[lane] & mask | others[lane] & !mask);
                }
            }
        }

        #[test]
        fn lanes_outside_the_mask_keep_their_words(
            words: [u32; 16], others: [u32; 16], mask: u16,
        ) {
            for with_lanes in [with_lanes, plain::with_lanes] {
                let joined = with_lanes(&words, &others, mask);
                for lane in 0..16 {
                    let from = if bit(mask, lane) { others } else { words };
                    prop_assert_eq!(joined[lane], from[lane]);
                }
            }
        }

        #[test]
        fn fractions_are_rounded_to_the_nearest_step(
            any in prop::array::uniform4(numbers()),
            inside in prop::array::uniform4(prop::array::uniform16(-0.1f32..1.1)),
            bits in prop::array::uniform4(0u8..=8),
        ) {
            let channels: [(u32, u8); 4] =
                std::array::from_fn(|n| ((1 << bits[n]) - 1, 8 * n as u8));
            for [a, b, c, d] in [&any, &inside] {
                let numbers = [a, b, c, d];
                for joined in [joined_fractions, plain::joined_fractions] {
                    let words = joined(&numbers, &channels);
                    for lane in 0..16 {
                        let each = channels.iter().zip(numbers);
                        let word = each.map(|((largest, at), numbers)| {
                            // NaN is 0 as an integer.
                            let part = numbers[lane].clamp(0.0, 1.0) * *largest as f32;
                            ((part + 0.5) as u32) << at
                        });
                        prop_assert_eq!(words[lane], word.sum::<u32>());
                    }
                }
            }
        }
    }
}
