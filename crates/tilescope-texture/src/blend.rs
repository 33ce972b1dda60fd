//! Weighted sums of colour words.

#[cfg(target_arch = "x86_64")]
use tilescope_exec::host::Host;

use tilescope_exec::convert::byte_fraction;

use crate::LANES;
use crate::sampler::Rounding;
#[cfg(target_arch = "x86_64")]
use crate::vectors;

/// Bytes 0 and 2 of a word, 32 bits apart, so that a product by 24 bits has room.
#[inline(always)]
fn even(word: u32) -> u64 {
    u64::from(word & 0xff) | u64::from(word & 0xff_0000) << 16
}

/// The bias of a sum before its low `bits` are dropped.
#[inline(always)]
fn half(rounding: Rounding, bits: u32) -> u64 {
    match rounding {
        Rounding::Nearest => (1 << (bits - 1)) * 0x1_0000_0001,
        Rounding::Truncate => 0,
    }
}

#[inline(always)]
fn join(even: u64, odd: u64, bits: u32) -> u32 {
    const MASK: u64 = 0xff_0000_00ff;
    let (e, o) = (even >> bits & MASK, odd >> bits & MASK);
    let both = e | o << 8;
    both as u32 & 0xffff | (both >> 16) as u32 & 0xffff_0000
}

/// Four texels (top left, top right, bottom left, bottom right) with weights in
/// units of 2^-`bits` of the right column and the bottom row. Rounded once.
#[inline(always)]
pub(crate) fn bilinear(q: [u32; 4], right: u32, bottom: u32, bits: u32, r: Rounding) -> u32 {
    let (left, top) = ((1 << bits) - right, (1 << bits) - bottom);
    let weights = [left * top, right * top, left * bottom, right * bottom];
    let mut e = half(r, 2 * bits);
    let mut o = e;
    for (word, weight) in q.into_iter().zip(weights) {
        e += even(word) * u64::from(weight);
        o += even(word >> 8) * u64::from(weight);
    }
    join(e, o, 2 * bits)
}

/// The weighted sums of [`bilinear`] for all lanes, of each channel: what each texel of the four
/// is, lane by lane. A byte times 16 bits, four times: never more than 24 bits.
#[inline(always)]
pub(crate) fn sums16(
    q: &[[u32; LANES]; 4],
    right: &[u32; LANES],
    bottom: &[u32; LANES],
    bits: u32,
) -> [[u32; LANES]; 4] {
    #[cfg(target_arch = "x86_64")]
    if let Some(host) = Host::new() {
        return vectors::blend::sums(host, q, [right, bottom], bits);
    }
    loops::sums(q, right, bottom, bits)
}

/// [`bilinear`] for all lanes: what each texel of the four is, lane by lane.
#[inline(always)]
pub(crate) fn bilinear16(
    q: &[[u32; LANES]; 4],
    right: &[u32; LANES],
    bottom: &[u32; LANES],
    bits: u32,
    rounding: Rounding,
) -> [u32; LANES] {
    #[cfg(target_arch = "x86_64")]
    if let Some(host) = Host::new() {
        return vectors::blend::bilinear(host, q, [right, bottom], bits, rounding);
    }
    loops::bilinear(q, right, bottom, bits, rounding)
}

/// Two words, with the weight of the second in units of 2^-`bits`.
#[inline(always)]
pub(crate) fn lerp(a: u32, b: u32, weight: u32, bits: u32, r: Rounding) -> u32 {
    let (w0, w1) = (u64::from((1 << bits) - weight), u64::from(weight));
    let h = half(r, bits);
    join(
        even(a) * w0 + even(b) * w1 + h,
        even(a >> 8) * w0 + even(b >> 8) * w1 + h,
        bits,
    )
}

/// [`lerp`] for all lanes.
#[inline(always)]
pub(crate) fn lerp16(
    a: &[u32; LANES],
    b: &[u32; LANES],
    weight: &[u32; LANES],
    bits: u32,
    rounding: Rounding,
) -> [u32; LANES] {
    #[cfg(target_arch = "x86_64")]
    if let Some(host) = Host::new() {
        return vectors::blend::lerp(host, [a, b], weight, bits, rounding);
    }
    loops::lerp(a, b, weight, bits, rounding)
}

/// Mixes sums of a level, of at most 24 bits, into others, in these lanes: with their weights in
/// units of 2^-`bits`.
#[inline(always)]
pub(crate) fn mix16(
    sums: &mut [[f32; LANES]; 4],
    of_level: &[[u32; LANES]; 4],
    (weights, bits): (&[u32; LANES], u32),
    mask: u16,
) {
    #[cfg(target_arch = "x86_64")]
    if let Some(host) = Host::new() {
        return vectors::blend::mix(host, sums, of_level, (weights, bits), mask);
    }
    loops::mix(sums, of_level, (weights, bits), mask);
}

/// Bytes as bits of fractions of 255, from sums of them in units of 2^-`bits`.
#[inline(always)]
pub(crate) fn fractions16(sums: &[[f32; LANES]; 4], bits: u32) -> [[u32; LANES]; 4] {
    #[cfg(target_arch = "x86_64")]
    if let Some(host) = Host::new() {
        return vectors::blend::fractions(host, sums, bits);
    }
    loops::fractions(sums, bits)
}

/// 2^-`bits`, exact.
#[inline(always)]
pub(crate) fn unit(bits: u32) -> f32 {
    1.0 / (1 << bits) as f32
}

/// The same as loops over lanes, for hosts without AVX-512.
mod loops {
    use super::*;

    #[inline(always)]
    pub fn sums(
        q: &[[u32; LANES]; 4],
        right: &[u32; LANES],
        bottom: &[u32; LANES],
        bits: u32,
    ) -> [[u32; LANES]; 4] {
        let mut out = [[0; LANES]; 4];
        for (out, shift) in out.iter_mut().zip([0, 8, 16, 24]) {
            for i in 0..LANES {
                let (right, bottom) = (right[i], bottom[i]);
                let (left, top) = ((1 << bits) - right, (1 << bits) - bottom);
                let part = |q: u32, weight: u32| (q >> shift & 0xff) * weight;
                out[i] = part(q[0][i], left * top)
                    + part(q[1][i], right * top)
                    + part(q[2][i], left * bottom)
                    + part(q[3][i], right * bottom);
            }
        }
        out
    }

    #[inline(always)]
    pub fn bilinear(
        q: &[[u32; LANES]; 4],
        right: &[u32; LANES],
        bottom: &[u32; LANES],
        bits: u32,
        rounding: Rounding,
    ) -> [u32; LANES] {
        let half = half(rounding, 2 * bits) as u32;
        let mut out = [0; LANES];
        for (n, sums) in sums(q, right, bottom, bits).iter().enumerate() {
            for (out, sum) in out.iter_mut().zip(sums) {
                *out |= ((sum + half) >> (2 * bits) & 0xff) << (8 * n);
            }
        }
        out
    }

    #[inline(always)]
    pub fn mix(
        sums: &mut [[f32; LANES]; 4],
        of_level: &[[u32; LANES]; 4],
        (weights, bits): (&[u32; LANES], u32),
        mask: u16,
    ) {
        for (sums, of_level) in sums.iter_mut().zip(of_level) {
            for (i, sum) in sums.iter_mut().enumerate() {
                let weight = weights[i] as i32 as f32 * unit(bits);
                let mixed = *sum * (1.0 - weight) + of_level[i] as i32 as f32 * weight;
                *sum = match mask >> i & 1 {
                    0 => *sum,
                    _ => mixed,
                };
            }
        }
    }

    #[inline(always)]
    pub fn fractions(sums: &[[f32; LANES]; 4], bits: u32) -> [[u32; LANES]; 4] {
        let mut out = [[0; LANES]; 4];
        for (out, sums) in out.iter_mut().zip(sums) {
            for (out, sum) in out.iter_mut().zip(sums) {
                *out = byte_fraction(sum * unit(bits)).to_bits();
            }
        }
        out
    }

    #[inline(always)]
    pub fn lerp(
        a: &[u32; LANES],
        b: &[u32; LANES],
        weight: &[u32; LANES],
        bits: u32,
        rounding: Rounding,
    ) -> [u32; LANES] {
        let mut out = [0; LANES];
        let half = half(rounding, bits) as u32;
        for shift in [0, 8, 16, 24] {
            for i in 0..LANES {
                let part = |word: u32, weight: u32| (word >> shift & 0xff) * weight;
                let sum = part(a[i], (1 << bits) - weight[i]) + part(b[i], weight[i]) + half;
                out[i] |= (sum >> bits & 0xff) << shift;
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rounded(sum: u32, bits: u32, r: Rounding) -> u32 {
        match r {
            Rounding::Nearest => (sum + (1 << (bits - 1))) >> bits,
            Rounding::Truncate => sum >> bits,
        }
    }

    proptest! {
        #[test]
        fn all_lanes_are_as_one(q: [[u32; LANES]; 4], bits in 1u32..=8, x: u32, y: u32, trunc: bool) {
            let r = if trunc { Rounding::Truncate } else { Rounding::Nearest };
            let n = 1u32 << bits;
            let right = std::array::from_fn(|i| x.wrapping_add(i as u32 * 37) % n);
            let bottom = std::array::from_fn(|i| y.wrapping_mul(i as u32 + 3) % n);
            let all = bilinear16(&q, &right, &bottom, bits, r);
            for i in 0..LANES {
                let one = bilinear(q.map(|q| q[i]), right[i], bottom[i], bits, r);
                prop_assert_eq!(all[i], one);
            }
            prop_assert_eq!(all, loops::bilinear(&q, &right, &bottom, bits, r));
            let sums = sums16(&q, &right, &bottom, bits);
            prop_assert_eq!(sums, loops::sums(&q, &right, &bottom, bits));
            let mut mixed = sums.map(|sums| sums.map(|sum| sum as f32));
            let mut looped = mixed;
            mix16(&mut mixed, &sums, (&right, bits), x as u16);
            loops::mix(&mut looped, &sums, (&right, bits), x as u16);
            prop_assert_eq!(mixed, looped);
            prop_assert_eq!(fractions16(&mixed, 2 * bits), loops::fractions(&mixed, 2 * bits));
            let all = lerp16(&q[0], &q[1], &right, bits, r);
            for i in 0..LANES {
                prop_assert_eq!(all[i], lerp(q[0][i], q[1][i], right[i], bits, r));
            }
            prop_assert_eq!(all, loops::lerp(&q[0], &q[1], &right, bits, r));
        }

        #[test]
        fn is_the_sum_by_channel(q: [u32; 4], bits in 1u32..=8, x: u32, y: u32, trunc: bool) {
            let r = if trunc { Rounding::Truncate } else { Rounding::Nearest };
            let n = 1u32 << bits;
            let (x, y) = (x % (n + 1), y % (n + 1));
            let got = bilinear(q, x, y, bits, r).to_le_bytes();
            let linear = lerp(q[0], q[1], x, bits, r).to_le_bytes();
            for c in 0..4 {
                let v = q.map(|w| u32::from(w.to_le_bytes()[c]));
                let sum = v[0] * (n - x) * (n - y)
                    + v[1] * x * (n - y)
                    + v[2] * (n - x) * y
                    + v[3] * x * y;
                prop_assert_eq!(u32::from(got[c]), rounded(sum, 2 * bits, r));
                let sum = v[0] * (n - x) + v[1] * x;
                prop_assert_eq!(u32::from(linear[c]), rounded(sum, bits, r));
            }
        }
    }
}
