//! Integers of so many bits are those of Rust.

use tilescope_exec::{Interp, Lanes, sized};

const EDGES: [u32; 14] = [
    0,
    1,
    2,
    5,
    0x7e,
    0x7f,
    0x80,
    0xff,
    0x7fff,
    0x8000,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
];

/// Checks the operations on integers that Rust has as `$u` and `$i`.
macro_rules! check {
    ($u:ident, $i:ident) => {
        let e = &mut Interp::<1>;
        let bits = $u::BITS;
        for (a, b) in EDGES.iter().flat_map(|a| EDGES.map(|b| (*a, b))) {
            let (x, y) = (a as $u, b as $u);
            let [ux, uy] = [x, y].map(|n| Lanes([u32::from(n)]));
            let [sx, sy] = [x, y].map(|n| Lanes([i32::from(n as $i) as u32]));
            let by = b % bits;
            let signed = |n: i64| n.clamp($i::MIN.into(), $i::MAX.into()) as u32;
            let unsigned = |n: u64| n.min($u::MAX.into()) as u32;
            let shift = Lanes([by]);
            let all = [
                (
                    sized::add_saturated_signed(e, bits, sx, sy),
                    signed(i64::from(x as $i) + i64::from(y as $i)),
                ),
                (
                    sized::sub_saturated_signed(e, bits, sx, sy),
                    signed(i64::from(x as $i) - i64::from(y as $i)),
                ),
                (
                    sized::add_saturated_unsigned(e, bits, ux, uy),
                    unsigned(u64::from(x) + u64::from(y)),
                ),
                (
                    sized::shl_saturated_signed(e, bits, sx, shift),
                    signed(i64::from(x as $i) << by),
                ),
                (
                    sized::shl_saturated_unsigned(e, bits, ux, shift),
                    unsigned(u64::from(x) << by),
                ),
                (sized::leading_zeros(e, bits, ux), x.leading_zeros()),
            ];
            for (i, (ours, theirs)) in all.into_iter().enumerate() {
                assert_eq!(ours[0], theirs, "{i}: {x:#x} and {y:#x} of {bits} bits");
            }
        }
    };
}

#[test]
fn integers_of_all_sizes_are_those_of_rust() {
    check!(u8, i8);
    check!(u16, i16);
    check!(u32, i32);
}
