//! Endpoints of high dynamic range, and conversions to binary16.

use super::endpoints::Ends;

/// 1 as a logarithm of 12 bits.
const ONE: i32 = 0x780;

/// The binary16 of a fraction of 65536; 65535 is 1.
pub(super) fn of_fraction(v: u32) -> u16 {
    match v {
        0xffff => 0x3c00,
        // Denormal numbers count 2^-24.
        0..4 => (v << 8) as u16,
        v => {
            let exponent = v.ilog2();
            let mantissa = ((v << 10) >> exponent) & 0x3ff;
            ((exponent - 1) << 10 | mantissa) as u16
        }
    }
}

/// The binary16 of a logarithm of 16 bits: its exponent, and a piecewise linear mantissa.
pub(super) fn of_logarithm(v: u32) -> u16 {
    let (exponent, m) = (v >> 11 & 31, v & 0x7ff);
    let mantissa = match m {
        0..512 => 3 * m,
        512..1536 => 4 * m - 512,
        _ => 5 * m - 2048,
    };
    let half = (exponent << 10) + (mantissa >> 3);
    // The largest finite number.
    half.min(0x7bff) as u16
}

fn clamp(v: i32) -> u16 {
    v.clamp(0, 0xfff) as u16
}

fn ends_of(low: [i32; 4], high: [i32; 4], alpha: bool) -> Ends {
    Ends {
        low: low.map(clamp),
        high: high.map(clamp),
        hdr: [true, true, true, alpha],
    }
}

/// The ends of a mode of high dynamic range: 2, 3, 7, 11, 14 or 15.
pub(super) fn ends(mode: u32, v: [i32; 8]) -> Ends {
    let grey = |low, high| ends_of([low, low, low, ONE], [high, high, high, ONE], true);
    match mode {
        2 if v[1] >= v[0] => grey(v[0] << 4, v[1] << 4),
        2 => grey((v[1] << 4) + 8, (v[0] << 4) - 8),
        3 => {
            let (base, offset) = match v[0] & 0x80 {
                0 => ((v[1] & 0xf0) << 4 | (v[0] & 0x7f) << 1, (v[1] & 15) << 1),
                _ => ((v[1] & 0xe0) << 4 | (v[0] & 0x7f) << 2, (v[1] & 31) << 2),
            };
            grey(base, base + offset)
        }
        7 => scaled([v[0], v[1], v[2], v[3]]),
        _ => {
            let (low, high) = direct([v[0], v[1], v[2], v[3], v[4], v[5]]);
            let with = |[r, g, b]: [i32; 3], a| [r, g, b, a];
            let (a, b, logarithm) = match mode {
                11 => (ONE, ONE, true),
                14 => (v[6], v[7], false),
                _ => {
                    let (a, b) = alpha(v[6], v[7]);
                    (a, b, true)
                }
            };
            ends_of(with(low, a), with(high, b), logarithm)
        }
    }
}

/// Bits of a value that some modes have: the mask of the modes, the bit of the word, and
/// where it goes.
type Extra = (u32, i32, u32);

fn extended(value: i32, ohm: u32, extras: &[Extra]) -> i32 {
    extras.iter().fold(value, |value, &(modes, bit, at)| {
        if ohm & modes != 0 {
            value | bit << at
        } else {
            value
        }
    })
}

/// Red, green and blue with the first component exchanged for the major one.
fn exchanged([r, g, b]: [i32; 3], major: i32) -> [i32; 3] {
    match major {
        1 => [g, r, b],
        2 => [b, g, r],
        _ => [r, g, b],
    }
}

/// A base and a scale, mode 7.
fn scaled(v: [i32; 4]) -> Ends {
    let bit = |i: usize, n: u32| v[i] >> n & 1;
    let code = v[0] >> 6 | bit(1, 7) << 2 | bit(2, 7) << 3;
    let (major, mode) = match code {
        15 => (0, 5),
        12.. => (code & 3, 4),
        _ => (code >> 2, code & 3),
    };
    let ohm = 1 << mode;
    let x = [
        bit(1, 6),
        bit(1, 5),
        bit(2, 6),
        bit(2, 5),
        bit(3, 7),
        bit(3, 6),
        bit(3, 5),
    ];
    let red: [Extra; 10] = [
        (0x3b, x[4], 6),
        (0x04, x[3], 6),
        (0x10, x[5], 7),
        (0x0f, x[2], 7),
        (0x05, x[1], 8),
        (0x0a, x[0], 8),
        (0x05, x[0], 9),
        (0x02, x[6], 9),
        (0x01, x[3], 10),
        (0x02, x[5], 10),
    ];
    let shift = [1, 1, 2, 3, 4, 5][mode as usize];
    let red = extended(v[0] & 0x3f, ohm, &red) << shift;
    let green = extended(v[1] & 31, ohm, &[(0x30, x[0], 6), (0x3a, x[1], 5)]) << shift;
    let blue = extended(v[2] & 31, ohm, &[(0x30, x[2], 6), (0x3a, x[3], 5)]) << shift;
    let scale = [(0x3d, x[6], 5), (0x2d, x[5], 6), (0x04, x[4], 7)];
    let scale = extended(v[3] & 31, ohm, &scale) << shift;
    let high = match mode {
        5 => [red, green, blue],
        _ => [red, red - green, red - blue],
    };
    let [r, g, b] = exchanged(high, major);
    let low = [r, g, b].map(|v| v - scale);
    ends_of([low[0], low[1], low[2], ONE], [r, g, b, ONE], true)
}

/// Both ends in full, or as differences, modes 11, 14 and 15.
fn direct(v: [i32; 6]) -> ([i32; 3], [i32; 3]) {
    let bit = |i: usize, n: u32| v[i] >> n & 1;
    let major = bit(4, 7) | bit(5, 7) << 1;
    if major == 3 {
        let all = |i: usize| [v[i] << 4, v[i + 2] << 4, (v[i + 4] & 0x7f) << 5];
        return (all(0), all(1));
    }
    let mode = bit(1, 7) | bit(2, 7) << 1 | bit(3, 7) << 2;
    let ohm = 1 << mode;
    let x = [
        bit(2, 6),
        bit(3, 6),
        bit(4, 6),
        bit(5, 6),
        bit(4, 5),
        bit(5, 5),
    ];
    let a: [Extra; 6] = [
        (0xa4, x[0], 9),
        (0x08, x[2], 9),
        (0x50, x[4], 9),
        (0x50, x[5], 10),
        (0xa0, x[1], 10),
        (0xc0, x[2], 11),
    ];
    let shift = (mode >> 1) ^ 3;
    let a = extended(v[0] | bit(1, 6) << 8, ohm, &a) << shift;
    let c = [(0x04, x[1], 6), (0xe8, x[3], 6), (0x20, x[2], 7)];
    let c = extended(v[1] & 0x3f, ohm, &c) << shift;
    let b0 = extended(v[2] & 0x3f, ohm, &[(0x5b, x[0], 6), (0x12, x[2], 7)]) << shift;
    let b1 = extended(v[3] & 0x3f, ohm, &[(0x5b, x[1], 6), (0x12, x[3], 7)]) << shift;
    let unused = 32 - [7, 6, 7, 6, 5, 6, 5, 6][mode as usize];
    let difference = |v: i32| (v << unused >> unused) << shift;
    let (d0, d1) = (difference(v[4]), difference(v[5]));
    // Limited before the exchange, and again with alpha.
    let high = [a, a - b0, a - b1];
    let low = [a - c, a - b0 - c - d0, a - b1 - c - d1];
    (exchanged(low, major), exchanged(high, major))
}

/// Alpha of both ends, mode 15.
fn alpha(first: i32, second: i32) -> (i32, i32) {
    let mode = first >> 7 & 1 | second >> 6 & 2;
    let (first, second) = (first & 0x7f, second & 0x7f);
    if mode == 3 {
        return (first << 5, second << 5);
    }
    let low = first | (second << (mode + 1)) & 0x780;
    let sign = 0x20 >> mode;
    let offset = ((second & (0x3f >> mode)) ^ sign) - sign;
    let low = low << (4 - mode);
    (low, low + (offset << (4 - mode)))
}
