//! Weighted sums of colour words, as in `blend`.

use tilescope_exec::convert::BYTE_FRACTION;
use tilescope_exec::host::{Host, Words};

use crate::LANES;
use crate::blend::unit;
use crate::sampler::Rounding;

/// The half of each 16 bits that even and odd bytes of words have.
#[inline(always)]
fn halves(host: Host, words: &[u32; LANES]) -> [Words; 2] {
    let (words, even) = (host.words(words), host.word(0xff_00ff));
    [words & even, words >> 8 & even]
}

/// A number of at most 16 bits in both halves.
#[inline(always)]
fn twice(number: Words) -> Words {
    number | number << 16
}

/// The sums of [`crate::blend::sums16`], and `plus`.
#[inline(always)]
fn sums_plus(
    host: Host,
    q: &[[u32; LANES]; 4],
    [right, bottom]: [&[u32; LANES]; 2],
    bits: u32,
    plus: u32,
) -> [Words; 4] {
    let whole = host.word(1 << bits);
    let (right, bottom) = (host.words(right), host.words(bottom));
    let (left, right) = (twice(whole - right), twice(right));
    let both = (whole - bottom) | (bottom << 16);
    // The sums of a row have up to 16 bits; less their upper bit, they are integers with a sign.
    let sign = host.word(0x8000_8000);
    let plus = host.word(plus + (0x8000 << bits));
    let [a, b, c, d] = [
        halves(host, &q[0]),
        halves(host, &q[1]),
        halves(host, &q[2]),
        halves(host, &q[3]),
    ];
    let (low, high) = (host.word(0xffff), host.word(0xffff_0000));
    let mut sums = [plus; 4];
    for odd in 0..2 {
        let top = a[odd].products(left).sums(b[odd].products(right)) ^ sign;
        let under = c[odd].products(left).sums(d[odd].products(right)) ^ sign;
        let (first, second) = (top & low | under << 16, top >> 16 | under & high);
        sums[odd] = first.sum_of_products(both) + plus;
        sums[odd + 2] = second.sum_of_products(both) + plus;
    }
    sums
}

/// [`crate::blend::sums16`].
#[inline(always)]
pub(crate) fn sums(
    host: Host,
    q: &[[u32; LANES]; 4],
    weights: [&[u32; LANES]; 2],
    bits: u32,
) -> [[u32; LANES]; 4] {
    let [r, g, b, a] = sums_plus(host, q, weights, bits, 0);
    [r.get(), g.get(), b.get(), a.get()]
}

/// [`crate::blend::bilinear16`].
#[inline(always)]
pub(crate) fn bilinear(
    host: Host,
    q: &[[u32; LANES]; 4],
    weights: [&[u32; LANES]; 2],
    bits: u32,
    rounding: Rounding,
) -> [u32; LANES] {
    let half = match rounding {
        Rounding::Nearest => 1 << (2 * bits - 1),
        Rounding::Truncate => 0,
    };
    let [r, g, b, a] = sums_plus(host, q, weights, bits, half);
    let even = r >> (2 * bits) | b >> (2 * bits) << 16;
    let odd = g >> (2 * bits) | a >> (2 * bits) << 16;
    (even | odd << 8).get()
}

/// [`crate::blend::lerp16`].
#[inline(always)]
pub(crate) fn lerp(
    host: Host,
    [a, b]: [&[u32; LANES]; 2],
    weight: &[u32; LANES],
    bits: u32,
    rounding: Rounding,
) -> [u32; LANES] {
    let weight = host.words(weight);
    let (rest, weight) = (twice(host.word(1 << bits) - weight), twice(weight));
    let half = match rounding {
        Rounding::Nearest => 1 << (bits - 1),
        Rounding::Truncate => 0,
    };
    let half = twice(host.word(half));
    let (a, b) = (halves(host, a), halves(host, b));
    let even = host.word(0xff_00ff);
    let mut words = host.word(0);
    for odd in 0..2 {
        // At most 255 * 2^8, and half of 2^8: 16 bits.
        let sum = a[odd]
            .products(rest)
            .sums(b[odd].products(weight))
            .sums(half);
        words = words | (sum >> bits & even) << (8 * odd as u32);
    }
    words.get()
}

/// [`crate::blend::mix16`].
#[inline(always)]
pub(crate) fn mix(
    host: Host,
    sums: &mut [[f32; LANES]; 4],
    of_level: &[[u32; LANES]; 4],
    (weights, bits): (&[u32; LANES], u32),
    mask: u16,
) {
    let weight = host.words(weights).to_floats() * host.float(unit(bits));
    let rest = host.float(1.0) - weight;
    for (sums, of_level) in sums.iter_mut().zip(of_level) {
        let sum = host.floats(sums);
        let mixed = sum * rest + host.words(of_level).to_floats() * weight;
        *sums = sum.with(mask, mixed).get();
    }
}

/// [`crate::blend::fractions16`].
#[inline(always)]
pub(crate) fn fractions(host: Host, sums: &[[f32; LANES]; 4], bits: u32) -> [[u32; LANES]; 4] {
    let [high, low] = BYTE_FRACTION.map(|part| host.float(part));
    let unit = host.float(unit(bits));
    let mut out = [[0; LANES]; 4];
    for (out, sums) in out.iter_mut().zip(sums) {
        let bytes = host.floats(sums) * unit;
        *out = (bytes * high + bytes * low).to_bits().get();
    }
    out
}
