//! Groups of quads: order, room, and pixels that are in a batch once.

use proptest::prelude::*;
use tilescope_draw::{BatchQuad, Coverage, QUADS, QuadGroup, SampleQuad};

fn quad(coverage: Coverage) -> impl Strategy<Value = BatchQuad> {
    let place = || (0..3i32).prop_map(|n| 2 * n);
    let far = || prop_oneof![Just(0), Just(16)];
    let bits = match coverage {
        Coverage::Pixels => prop_oneof![1..16u64, Just(15)].boxed(),
        // A pixel, now and then two.
        Coverage::Samples => prop::collection::vec((0..4u32, 1..0x1_0000u64), 1..3)
            .prop_map(|all| all.iter().fold(0, |c, (i, s)| c | s << (16 * i)))
            .boxed(),
    };
    (0..9u32, place(), place(), far(), far(), bits).prop_map(|(prim, x, y, fx, fy, coverage)| {
        BatchQuad {
            prim,
            x: x + fx,
            y: y + fy,
            coverage,
        }
    })
}

fn pixels(quad: &BatchQuad, coverage: Coverage) -> Vec<(i32, i32)> {
    let covered = |i: &i32| match coverage {
        Coverage::Pixels => quad.coverage >> i & 1 != 0,
        Coverage::Samples => quad.coverage >> (16 * i) & 0xffff != 0,
    };
    (0..4)
        .filter(covered)
        .map(|i| (quad.x + i % 2, quad.y + i / 2))
        .collect()
}

/// Each batch takes what comes next, up to four quads without a pixel twice.
fn model(quads: &[BatchQuad], coverage: Coverage) -> Vec<Vec<BatchQuad>> {
    let mut batches: Vec<Vec<BatchQuad>> = Vec::new();
    for quad in quads {
        let new = pixels(quad, coverage);
        let fits = batches.last().is_some_and(|batch| {
            let mut old = batch.iter().flat_map(|q| pixels(q, coverage));
            batch.len() < QUADS && !old.any(|p| new.contains(&p))
        });
        match batches.last_mut() {
            Some(batch) if fits => batch.push(*quad),
            _ => batches.push(vec![*quad]),
        }
    }
    batches
}

fn check(quads: &[BatchQuad], coverage: Coverage) -> Result<(), TestCaseError> {
    let expected = model(quads, coverage);
    let mut group = QuadGroup::<4>::default();
    let mut made: Vec<Vec<BatchQuad>> = Vec::new();
    let mut take = |group: &mut QuadGroup<4>| {
        made.extend((0..group.batches()).map(|n| group.batch(n).to_vec()));
        group.clear();
    };
    for quad in quads {
        if !group.push(*quad, coverage) {
            assert_eq!(group.batches(), 4);
            take(&mut group);
            assert!(group.is_empty());
            assert!(group.push(*quad, coverage));
        }
    }
    prop_assert_eq!(
        group.len(),
        (0..group.batches())
            .map(|n| group.batch(n).len())
            .sum::<usize>()
    );
    for n in 0..group.batches() {
        prop_assert_eq!(
            group.lanes(n).count_ones() as usize,
            4 * group.batch(n).len()
        );
    }
    take(&mut group);
    prop_assert_eq!(made, expected);
    Ok(())
}

proptest! {
    #[test]
    fn pixels_are_in_a_batch_once(quads in prop::collection::vec(quad(Coverage::Pixels), 0..50)) {
        check(&quads, Coverage::Pixels)?;
    }

    #[test]
    fn samples_of_a_pixel_too(quads in prop::collection::vec(quad(Coverage::Samples), 0..50)) {
        check(&quads, Coverage::Samples)?;
    }

    #[test]
    fn coverage_of_samples(coverage in any::<u64>()) {
        let quad = SampleQuad { x: 0, y: 0, coverage };
        for i in 0..4 {
            let samples = (coverage >> (16 * i)) as u16;
            prop_assert_eq!(quad.samples(i), samples);
            prop_assert_eq!(quad.pixels() >> i & 1 != 0, samples != 0);
        }
        prop_assert!(quad.pixels() < 16);
    }
}
