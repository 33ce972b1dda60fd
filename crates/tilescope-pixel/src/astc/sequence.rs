//! Sequences of integers in ranges that need not be powers of two.
//!
//! A value has some bits, and may have a digit of base 3 or 5 above them; eight bits have
//! five digits of base 3, seven have three of base 5.

/// The digits above the bits of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Digit {
    None,
    Three,
    Five,
}

/// The range of the values of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub bits: u32,
    pub digit: Digit,
}

/// A value: its bits, and its digit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Value {
    pub bits: u32,
    pub digit: u32,
}

use Digit::{Five, None as Plain, Three};

/// Ranges of endpoints, from 256 values down to 6.
const ENDPOINTS: [(u32, Digit); 17] = [
    (8, Plain),
    (6, Three),
    (5, Five),
    (7, Plain),
    (5, Three),
    (4, Five),
    (6, Plain),
    (4, Three),
    (3, Five),
    (5, Plain),
    (3, Three),
    (2, Five),
    (4, Plain),
    (2, Three),
    (1, Five),
    (3, Plain),
    (1, Three),
];

impl Range {
    /// The range of weights with this code, 2 to 7.
    pub fn of_weights(code: u32, high: bool) -> Option<Range> {
        let (bits, digit) = match (code, high) {
            (2, false) => (1, Plain),
            (3, false) => (0, Three),
            (4, false) => (2, Plain),
            (5, false) => (0, Five),
            (6, false) => (1, Three),
            (7, false) => (3, Plain),
            (2, true) => (1, Five),
            (3, true) => (2, Three),
            (4, true) => (4, Plain),
            (5, true) => (2, Five),
            (6, true) => (3, Three),
            (7, true) => (5, Plain),
            _ => return None,
        };
        Some(Range { bits, digit })
    }

    /// The largest range of which `count` endpoint values fit in `room` bits.
    pub fn of_endpoints(count: u32, room: u32) -> Option<Range> {
        let mut ranges = ENDPOINTS.iter();
        let range = ranges.find(|(bits, digit)| {
            let (bits, digit) = (*bits, *digit);
            Range { bits, digit }.bits_of(count) <= room
        });
        range.map(|&(bits, digit)| Range { bits, digit })
    }

    /// Bits of `count` values.
    pub fn bits_of(self, count: u32) -> u32 {
        let digits = match self.digit {
            Plain => 0,
            Three => (8 * count).div_ceil(5),
            Five => (7 * count).div_ceil(3),
        };
        self.bits * count + digits
    }

    /// The endpoint value, 0 to 255, that a value stands for.
    pub fn endpoint(self, v: Value) -> u8 {
        let (x, high) = (v.bits >> 1, v.bits & 1);
        let (c, b) = match (self.digit, self.bits) {
            (Plain, bits) => {
                // The bits, repeated.
                let mut wide = v.bits << (8 - bits);
                let mut n = bits;
                while n < 8 {
                    wide |= wide >> n;
                    n *= 2;
                }
                return wide as u8;
            }
            (Three, 1) => (204, 0),
            (Three, 2) => (93, x * 0x116),
            (Three, 3) => (44, x << 7 | x << 2 | x),
            (Three, 4) => (22, x << 6 | x),
            (Three, 5) => (11, x << 5 | x >> 2),
            (Three, _) => (5, x << 4 | x >> 4),
            (Five, 1) => (113, 0),
            (Five, 2) => (54, x * 0x10c),
            (Five, 3) => (26, x << 7 | x << 1 | x >> 1),
            (Five, 4) => (13, x << 6 | x >> 1),
            (Five, _) => (6, x << 5 | x >> 3),
        };
        let a = high * 0x1ff;
        let t = (v.digit * c + b) ^ a;
        (a & 0x80 | t >> 2) as u8
    }

    /// The weight, 0 to 64, that a value stands for.
    pub fn weight(self, v: Value) -> u32 {
        let (x, high) = (v.bits >> 1, v.bits & 1);
        let scaled = |c: u32, b: u32| {
            let a = high * 0x7f;
            a & 0x20 | ((v.digit * c + b) ^ a) >> 2
        };
        let weight = match (self.digit, self.bits) {
            (Plain, 1) => v.bits * 63,
            (Plain, 2) => v.bits * 21,
            (Plain, 3) => v.bits * 9,
            (Plain, 4) => v.bits << 2 | v.bits >> 2,
            (Plain, _) => v.bits << 1 | v.bits >> 4,
            (Three, 0) => [0, 32, 63, 63][(v.digit & 3) as usize],
            (Three, 1) => scaled(50, 0),
            (Three, 2) => scaled(23, x * 0x45),
            (Three, _) => scaled(11, x << 5 | x),
            (Five, 0) => [0, 16, 32, 47, 63, 63, 63, 63][(v.digit & 7) as usize],
            (Five, 1) => scaled(28, 0),
            (Five, _) => scaled(13, x * 0x42),
        };
        if weight > 32 { weight + 1 } else { weight }
    }
}

/// Reads values from the lowest bit of `bits` up.
pub(super) fn decode(bits: u128, range: Range, out: &mut [Value]) {
    let mut at = 0;
    let mut take = |n: u32| {
        let v = bits.checked_shr(at).unwrap_or(0) as u32 & ((1 << n) - 1);
        at += n;
        v
    };
    // Bits of the digits that come after each value of a group.
    let after: &[u32] = match range.digit {
        Plain => &[0],
        Three => &[2, 2, 1, 2, 1],
        Five => &[3, 2, 2],
    };
    for group in out.chunks_mut(after.len()) {
        let (mut digits, mut known) = (0, 0);
        for (value, n) in group.iter_mut().zip(after) {
            value.bits = take(range.bits);
            digits |= take(*n) << known;
            known += n;
        }
        let digits = match range.digit {
            Plain => [0; 5],
            Three => threes(digits),
            Five => fives(digits),
        };
        for (value, digit) in group.iter_mut().zip(digits) {
            value.digit = digit;
        }
    }
}

/// Five digits of base 3.
fn threes(t: u32) -> [u32; 5] {
    let bit = |v: u32, n: u32| v >> n & 1;
    let (c, third, fourth) = if t >> 2 & 7 == 7 {
        ((t >> 5 & 7) << 2 | t & 3, 2, 2)
    } else if t >> 5 & 3 == 3 {
        (t & 31, bit(t, 7), 2)
    } else {
        (t & 31, t >> 5 & 3, bit(t, 7))
    };
    let (d0, d1, d2) = if c & 3 == 3 {
        (bit(c, 3) << 1 | bit(c, 2) & !bit(c, 3), bit(c, 4), 2)
    } else if c >> 2 & 3 == 3 {
        (c & 3, 2, 2)
    } else {
        (
            bit(c, 1) << 1 | bit(c, 0) & !bit(c, 1),
            c >> 2 & 3,
            bit(c, 4),
        )
    };
    [d0, d1, d2, third, fourth]
}

/// Three digits of base 5; the rest is 0.
fn fives(q: u32) -> [u32; 5] {
    let bit = |v: u32, n: u32| v >> n & 1;
    if q >> 1 & 3 == 3 && q >> 5 & 3 == 0 {
        let low = bit(q, 0);
        let second = low << 2 | (bit(q, 4) & !low) << 1 | bit(q, 3) & !low;
        return [4, 4, second, 0, 0];
    }
    let (c, second) = if q >> 1 & 3 == 3 {
        ((q >> 3 & 3) << 3 | (!q >> 5 & 3) << 1 | bit(q, 0), 4)
    } else {
        (q & 31, q >> 5 & 3)
    };
    match c & 7 {
        5 => [c >> 3 & 3, 4, second, 0, 0],
        low => [low, c >> 3 & 3, second, 0, 0],
    }
}
