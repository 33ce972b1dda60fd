//! Indices in memory, and unique vertices.

use proptest::prelude::*;
use proptest::sample::select;
use tilescope_draw::indices::{unique, vertex_numbers};
use tilescope_draw::{IndexSize, RESTART};

fn size() -> impl Strategy<Value = IndexSize> {
    select(vec![IndexSize::U8, IndexSize::U16, IndexSize::U32])
}

/// Indices near both ends of their range.
fn index() -> impl Strategy<Value = u32> {
    prop_oneof![0..6u32, (0..6u32).prop_map(|i| u32::MAX - i), any::<u32>()]
}

proptest! {
    #[test]
    fn indices_restart_and_base(
        size in size(),
        raw in prop::collection::vec(index(), 0..20),
        restart in prop::option::of(index()),
        base in prop_oneof![Just(0), -3..3i32, any::<i32>()],
        rest in 0..3usize
    ) {
        let mask = match size {
            IndexSize::U8 => 0xff,
            IndexSize::U16 => 0xffff,
            IndexSize::U32 => 0xffff_ffff,
        };
        let width = size.bytes() as usize;
        let mut bytes: Vec<u8> = raw
            .iter()
            .flat_map(|i| i.to_le_bytes()[..width].to_vec())
            .collect();
        // A part of an index at the end is no index.
        bytes.extend(std::iter::repeat_n(1, rest.min(width - 1)));
        let expected: Vec<u32> = raw
            .iter()
            .map(|i| i & mask)
            .map(|i| match restart {
                Some(r) if r & mask == i => RESTART,
                _ => (i64::from(i) + i64::from(base)) as u32,
            })
            .collect();
        let made: Vec<u32> = vertex_numbers(size, &bytes, restart, base).collect();
        prop_assert_eq!(made, expected);
        for (n, i) in raw.iter().enumerate() {
            prop_assert_eq!(size.at(&bytes, n), i & mask);
        }
        prop_assert_eq!(size.at(&bytes, raw.len()), 0);
        prop_assert_eq!(size.at(&bytes, usize::MAX), 0);
        prop_assert_eq!(size.largest(), mask);
    }

    #[test]
    fn unique_vertices_come_in_the_order_of_use(
        numbers in prop::collection::vec(prop_oneof![8 => 0..9u32, 4 => 100..3000u32, 1 => any::<u32>(), 2 => Just(RESTART)], 0..60)
    ) {
        let mut places = numbers.clone();
        let list = unique(&mut places, Some(RESTART), vec![77; 5]);
        let mut expected: Vec<u32> = Vec::new();
        for n in numbers.iter().filter(|n| **n != RESTART) {
            if !expected.contains(n) {
                expected.push(*n);
            }
        }
        prop_assert_eq!(&list, &expected);
        for (place, n) in places.iter().zip(&numbers) {
            match *n {
                RESTART => prop_assert_eq!(*place, RESTART),
                n => prop_assert_eq!(list[*place as usize], n),
            }
        }
    }
}
