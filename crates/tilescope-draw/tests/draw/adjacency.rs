//! Neighbours of primitives against table 10.1 of OpenGL 4.6, and patches.

use proptest::prelude::*;
use proptest::sample::select;
use tilescope_draw::{
    AdjacencyAssembler, Assembler, Primitive, Provoking, Topology, WithAdjacency, patches,
};

use crate::assembly::{RESTART, convention, indices};

/// Table 10.1: vertices 1, 2 and 3 of triangle `i` of `n`, counted from 1, and its
/// neighbours at the edges 1/2, 2/3 and 3/1.
fn of_strip(i: usize, n: usize) -> [usize; 6] {
    match (i, i + 1 == n, i % 2) {
        (0, true, _) => [1, 3, 5, 2, 6, 4],
        (0, false, _) => [1, 3, 5, 2, 7, 4],
        (_, false, 1) => [
            2 * i + 3,
            2 * i + 1,
            2 * i + 5,
            2 * i - 1,
            2 * i + 4,
            2 * i + 7,
        ],
        (_, false, _) => [
            2 * i + 1,
            2 * i + 3,
            2 * i + 5,
            2 * i - 1,
            2 * i + 7,
            2 * i + 4,
        ],
        (_, true, 1) => [
            2 * i + 3,
            2 * i + 1,
            2 * i + 5,
            2 * i - 1,
            2 * i + 4,
            2 * i + 6,
        ],
        (_, true, _) => [
            2 * i + 1,
            2 * i + 3,
            2 * i + 5,
            2 * i - 1,
            2 * i + 6,
            2 * i + 4,
        ],
    }
}

/// Primitives with the provoking vertex last.
fn model(topology: Topology, piece: &[u32]) -> Vec<WithAdjacency> {
    let line = |v: &[u32]| WithAdjacency::Line([v[0], v[1], v[2], v[3]]);
    match topology {
        Topology::LinesAdjacency => piece.chunks_exact(4).map(line).collect(),
        Topology::LineStripAdjacency => piece.windows(4).map(line).collect(),
        Topology::TrianglesAdjacency => {
            let triangle =
                |v: &[u32]| WithAdjacency::Triangle([v[0], v[1], v[2], v[3], v[4], v[5]]);
            piece.chunks_exact(6).map(triangle).collect()
        }
        _ => {
            let n = (piece.len() / 2).saturating_sub(2);
            let triangle = |i| {
                let [a, b, c, ab, bc, ca] = of_strip(i, n).map(|v| piece[v - 1]);
                WithAdjacency::Triangle([a, ab, b, bc, c, ca])
            };
            (0..n).map(triangle).collect()
        }
    }
}

const ALL: [Topology; 4] = [
    Topology::LinesAdjacency,
    Topology::LineStripAdjacency,
    Topology::TrianglesAdjacency,
    Topology::TriangleStripAdjacency,
];

fn made(topology: Topology, convention: Provoking, indices: &[u32]) -> Vec<WithAdjacency> {
    let mut assembler = AdjacencyAssembler::new(topology, convention).unwrap();
    let mut all = Vec::new();
    for v in indices {
        all.extend(match *v {
            RESTART => assembler.finish(),
            v => assembler.push(v),
        });
    }
    all.extend(assembler.finish());
    all
}

proptest! {
    #[test]
    fn neighbours_are_those_of_the_table(
        topology in select(ALL.to_vec()), indices in indices()
    ) {
        let expected: Vec<_> = indices
            .split(|i| *i == RESTART)
            .flat_map(|piece| model(topology, piece))
            .collect();
        prop_assert_eq!(made(topology, Provoking::Last, &indices), expected);
    }

    /// With the first vertex provoking, the same triangles are turned, and neighbours
    /// stay at their edges.
    #[test]
    fn conventions_only_rotate(topology in select(ALL.to_vec()), indices in indices()) {
        let first = made(topology, Provoking::First, &indices);
        let last = made(topology, Provoking::Last, &indices);
        prop_assert_eq!(first.len(), last.len());
        for (first, last) in first.iter().zip(&last) {
            match (first, last) {
                (WithAdjacency::Triangle(first), WithAdjacency::Triangle(last)) => {
                    let mut turns = (0..3).map(|n| {
                        let mut turned = *last;
                        turned.rotate_left(2 * n);
                        turned
                    });
                    prop_assert!(turns.any(|turned| turned == *first));
                }
                _ => prop_assert_eq!(first, last),
            }
        }
    }

    #[test]
    fn without_neighbours_they_are_what_is_drawn(
        topology in select(ALL.to_vec()), convention in convention(), indices in indices()
    ) {
        let drawn: Vec<Primitive> =
            Assembler::new(topology, convention, Some(RESTART), indices.iter().copied()).collect();
        let bare: Vec<Primitive> =
            made(topology, convention, &indices).into_iter().map(WithAdjacency::primitive).collect();
        prop_assert_eq!(bare, drawn);
    }

    #[test]
    fn patches_are_whole(size in 1..=32u8, indices in indices()) {
        let mut made = Vec::new();
        patches(size, Some(RESTART), indices.iter().copied(), |p| made.push(p.to_vec()));
        let pieces = indices.split(|i| *i == RESTART);
        let expected: Vec<Vec<u32>> = pieces
            .flat_map(|piece| piece.chunks_exact(size.into()).map(<[u32]>::to_vec))
            .collect();
        prop_assert_eq!(made, expected);
    }
}

#[test]
fn sizes_of_patches_are_clamped() {
    let mut lens = Vec::new();
    patches(0, None, 0..2, |p| lens.push(p.len()));
    patches(255, None, 0..32, |p| lens.push(p.len()));
    assert_eq!(lens, [1, 1, 32]);
}

#[test]
fn other_topologies_have_no_neighbours() {
    assert!(AdjacencyAssembler::new(Topology::TriangleStrip, Provoking::First).is_none());
    assert!(AdjacencyAssembler::new(Topology::Patches(4), Provoking::First).is_none());
}
