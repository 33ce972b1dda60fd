//! Exchange of lanes.

use tilescope_exec::{Exec, Interp, Lanes16, quad};

#[test]
fn lanes_come_from_where_the_pattern_says() {
    let e = &mut Interp::<16>;
    let numbers = Lanes16::numbers();
    for (pattern, flip) in [
        (quad::HORIZONTAL, 1),
        (quad::VERTICAL, 2),
        (quad::DIAGONAL, 3),
    ] {
        let r = quad::shuffle(e, numbers, pattern);
        assert_eq!(r, Lanes16::from_fn(|i| i as u32 ^ flip));
    }
    for n in 0..8 {
        let r = quad::shuffle(e, numbers, quad::broadcast(n));
        assert_eq!(r, Lanes16::from_fn(|i| i as u32 & !3 | u32::from(n) & 3));
    }
    let by = Lanes16::from_fn(|i| [0, 3, 2, 2, 5, u32::MAX][i % 6]);
    let r = quad::shuffle_by(e, numbers, by);
    assert_eq!(r, Lanes16::from_fn(|i| i as u32 & !3 | by[i] & 3));
    let from = std::array::from_fn(|i| (i as u8 * 7 + 3) % 16);
    let r = e.permute(numbers, from);
    assert_eq!(r, Lanes16::from_fn(|i| u32::from(from[i])));
}

#[test]
fn votes_count_the_lanes_of_the_quad() {
    let e = &mut Interp::<16>;
    for bits in (0..1u32 << 16).step_by(7) {
        let m = Lanes16::from_fn(|i| bits >> i & 1);
        let m = {
            let zero = e.eq(m, Lanes16::ZERO);
            e.mask_not(zero)
        };
        let votes = |i: usize| bits >> (i & !3) & 15;
        assert_eq!(quad::ballot(e, m), Lanes16::from_fn(votes));
        let word = |b: bool| if b { u32::MAX } else { 0 };
        let any = Lanes16::from_fn(|i| word(votes(i) != 0));
        assert_eq!(quad::any(e, m).words(), any);
        let all = Lanes16::from_fn(|i| word(votes(i) == 15));
        assert_eq!(quad::all(e, m).words(), all);
    }
}
