//! Integers of one word, against those of Rust.

use crate::word_pairs;
use tilescope_exec::{Exec, Interp, Lanes, int};

fn l(x: u32) -> Lanes<1> {
    Lanes([x])
}

#[test]
fn products_and_saturated_sums_are_those_of_rust() {
    let e = &mut Interp::<1>;
    for (a, b) in word_pairs() {
        let (x, y) = (a as i32, b as i32);
        let high = (u64::from(a) * u64::from(b)) >> 32;
        assert_eq!(e.mul_high_unsigned(l(a), l(b))[0], high as u32);
        let high = (i64::from(x) * i64::from(y)) >> 32;
        assert_eq!(int::mul_high_signed(e, l(a), l(b))[0], high as u32);
        let sums = [
            (int::add_sat_unsigned(e, l(a), l(b)), a.saturating_add(b)),
            (int::sub_sat_unsigned(e, l(a), l(b)), a.saturating_sub(b)),
            (
                int::add_sat_signed(e, l(a), l(b)),
                x.saturating_add(y) as u32,
            ),
            (
                int::sub_sat_signed(e, l(a), l(b)),
                x.saturating_sub(y) as u32,
            ),
        ];
        for (i, (ours, theirs)) in sums.into_iter().enumerate() {
            assert_eq!(ours[0], theirs, "{i}: {a:#x} and {b:#x}");
        }
    }
}

#[test]
fn bits_are_counted_and_reversed_as_in_rust() {
    let e = &mut Interp::<1>;
    for (a, _) in word_pairs() {
        assert_eq!(int::popcount(e, l(a))[0], a.count_ones());
        assert_eq!(int::bit_reverse(e, l(a))[0], a.reverse_bits());
        assert_eq!(int::ctz(e, l(a))[0], a.trailing_zeros());
    }
}

/// Bit by bit.
fn field(a: u32, offset: u32, width: u32) -> u32 {
    let bit = |i: u32| {
        let from = u64::from(offset) + u64::from(i);
        u32::from(i < width && from < 32 && a >> (from & 31) & 1 != 0)
    };
    (0..32).map(|i| bit(i) << i).sum()
}

#[test]
fn fields_are_the_bits_they_name() {
    let e = &mut Interp::<1>;
    let edge = |n: u32| [0, 1, 5, 31, 32, 33, u32::MAX][n as usize % 7];
    for (a, b) in word_pairs() {
        for (offset, width) in [(a % 33, b % 33), (edge(a), b % 33), (a % 33, edge(b))] {
            let unsigned = field(a, offset, width);
            let (o, w) = (l(offset), l(width));
            let ours = int::extract_unsigned(e, l(a), o, w)[0];
            assert_eq!(ours, unsigned, "{a:#x}, {width} bits from {offset}");
            let negative = (1..33).contains(&width) && unsigned >> (width - 1) != 0;
            let ours = int::extract_signed(e, l(a), o, w)[0];
            let above = if negative {
                (u64::MAX << width) as u32
            } else {
                0
            };
            let top = if width > 32 {
                unsigned
            } else {
                unsigned | above
            };
            assert_eq!(ours, top, "{a:#x}, {width} signed bits from {offset}");
            let mask = (0..32).filter(|i| {
                let end = u64::from(offset) + u64::from(width);
                *i >= u64::from(offset) && *i < end
            });
            let mask: u32 = mask.map(|i| 1 << i).sum();
            let moved = b.checked_shl(offset).unwrap_or(0);
            let ours = int::insert(e, l(a), l(b), [o, w])[0];
            assert_eq!(ours, a & !mask | moved & mask, "{width} bits to {offset}");
        }
    }
}

#[test]
fn products_of_24_bits_ignore_the_others() {
    let e = &mut Interp::<1>;
    for (a, b) in word_pairs() {
        let c = a.rotate_left(7);
        let (x, y) = (u64::from(a & 0xff_ffff), u64::from(b & 0xff_ffff));
        let unsigned = (x * y + u64::from(c)) as u32;
        assert_eq!(int::mad24_unsigned(e, l(a), l(b), l(c))[0], unsigned);
        let wide = |a: u32| i64::from((a << 8) as i32 / 256);
        let signed = (wide(a) * wide(b) + i64::from(c)) as u32;
        assert_eq!(int::mad24_signed(e, l(a), l(b), l(c))[0], signed);
    }
}

/// Whether words are equal, or different.
fn truth(e: &mut Interp<1>, [a, b]: [u32; 2], negated: bool) -> Lanes<1> {
    let same = e.eq(l(a), l(b));
    int::truth(e, same, negated)
}

#[test]
fn averages_and_limits_are_those_of_wider_integers() {
    let e = &mut Interp::<1>;
    for (a, b) in word_pairs() {
        let (x, y) = (i64::from(a as i32), i64::from(b as i32));
        let (sum, signed) = (u64::from(a) + u64::from(b), x + y);
        let all = [
            (int::average_unsigned(e, l(a), l(b)), (sum / 2) as u32),
            (
                int::average_up_unsigned(e, l(a), l(b)),
                sum.div_ceil(2) as u32,
            ),
            (
                int::average_up_signed(e, l(a), l(b)),
                ((signed + 1) >> 1) as u32,
            ),
            (int::average_signed(e, l(a), l(b)), (signed / 2) as u32),
            (int::limit_signed(e, 8, l(a)), x.clamp(-128, 127) as u32),
            (int::limit_signed(e, 32, l(a)), a),
            (
                int::choose(e, [l(a), l(b), l(7)]),
                if a != 0 { b } else { 7 },
            ),
            (int::choose_bits(e, [l(a), l(b), l(7)]), a & b | !a & 7),
            (truth(e, [a, b], false), if a == b { u32::MAX } else { 0 }),
            (truth(e, [a, b], true), if a != b { u32::MAX } else { 0 }),
        ];
        for (i, (ours, theirs)) in all.into_iter().enumerate() {
            assert_eq!(ours[0], theirs, "{i}: {a:#x} and {b:#x}");
        }
    }
}

#[test]
fn constant_fields_are_those_of_any_place() {
    let e = &mut Interp::<1>;
    for (a, b) in word_pairs().take(2000) {
        for (shift, bits) in [
            (0u8, 1u8),
            (0, 8),
            (8, 8),
            (16, 16),
            (29, 3),
            (5, 11),
            (0, 32),
        ] {
            let place = [l(shift.into()), l(bits.into())];
            let unsigned = int::extract_unsigned(e, l(a), place[0], place[1]);
            assert_eq!(int::field(e, (shift, bits, false), l(a)), unsigned);
            let signed = int::extract_signed(e, l(a), place[0], place[1]);
            assert_eq!(int::field(e, (shift, bits, true), l(a)), signed);
            let inserted = int::insert(e, l(b), l(a), place);
            assert_eq!(int::put_field(e, (shift, bits), l(a), l(b)), inserted);
        }
    }
}
