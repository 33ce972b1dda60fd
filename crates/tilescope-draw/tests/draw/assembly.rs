//! Assembly of all topologies against a model that has all vertices of a piece at hand.

use proptest::prelude::*;
use proptest::sample::select;
use tilescope_draw::Primitive::{Line, Point, Triangle};
use tilescope_draw::{Assembler, Primitive, Provoking, Topology};

/// Every topology that draws.
pub const ALL: [Topology; 14] = [
    Topology::Points,
    Topology::Lines,
    Topology::LineLoop,
    Topology::LineStrip,
    Topology::Triangles,
    Topology::TriangleStrip,
    Topology::TriangleFan,
    Topology::Quads,
    Topology::QuadStrip,
    Topology::Polygon,
    Topology::LinesAdjacency,
    Topology::LineStripAdjacency,
    Topology::TrianglesAdjacency,
    Topology::TriangleStripAdjacency,
];

pub const RESTART: u32 = 99;

/// The index in the piece of the provoking vertex of primitive `i`, counted from 0:
/// table 13.2 of OpenGL 4.6 (compatibility profile). Quads are one primitive.
fn provoking(topology: Topology, convention: Provoking, i: usize, count: usize) -> usize {
    let (first, last) = match topology {
        Topology::Points => (i, i),
        Topology::Lines => (2 * i, 2 * i + 1),
        Topology::LineLoop => (i, (i + 1) % count),
        Topology::LineStrip => (i, i + 1),
        Topology::Triangles => (3 * i, 3 * i + 2),
        Topology::TriangleStrip => (i, i + 2),
        Topology::TriangleFan => (i + 1, i + 2),
        Topology::Quads => (4 * i, 4 * i + 3),
        Topology::QuadStrip => (2 * i, 2 * i + 3),
        Topology::Polygon => (0, 0),
        Topology::LinesAdjacency => (4 * i + 1, 4 * i + 2),
        Topology::LineStripAdjacency => (i + 1, i + 2),
        Topology::TrianglesAdjacency => (6 * i, 6 * i + 4),
        Topology::TriangleStripAdjacency => (2 * i, 2 * i + 4),
        Topology::Patches(_) => unreachable!("patches are not drawn"),
    };
    match convention {
        Provoking::First => first,
        Provoking::Last => last,
    }
}

/// The corners of each primitive of a piece of `n` vertices, in their winding, from any
/// corner on. A polygon is a triangle for each vertex from the third on.
fn corners(topology: Topology, n: usize) -> Vec<Vec<usize>> {
    let list = |size: usize, of: &dyn Fn(usize) -> Vec<usize>| (0..n / size).map(of).collect();
    let strip = |less: usize, of: &dyn Fn(usize) -> Vec<usize>| {
        (0..n.saturating_sub(less)).map(of).collect()
    };
    let turned = |i: usize, a: usize, b: usize, c: usize| match i % 2 {
        0 => vec![a, b, c],
        _ => vec![b, a, c],
    };
    match topology {
        Topology::Points => list(1, &|i| vec![i]),
        Topology::Lines => list(2, &|i| vec![2 * i, 2 * i + 1]),
        Topology::LineLoop if n < 2 => vec![],
        Topology::LineLoop => list(1, &|i| vec![i, (i + 1) % n]),
        Topology::LineStrip => strip(1, &|i| vec![i, i + 1]),
        Topology::Triangles => list(3, &|i| vec![3 * i, 3 * i + 1, 3 * i + 2]),
        Topology::TriangleStrip => strip(2, &|i| turned(i, i, i + 1, i + 2)),
        Topology::TriangleFan | Topology::Polygon => strip(2, &|i| vec![0, i + 1, i + 2]),
        Topology::Quads => list(4, &|i| (4 * i..4 * i + 4).collect()),
        Topology::QuadStrip => {
            let quads = (n / 2).saturating_sub(1);
            let quad = |i: usize| vec![2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2];
            (0..quads).map(quad).collect()
        }
        Topology::LinesAdjacency => list(4, &|i| vec![4 * i + 1, 4 * i + 2]),
        Topology::LineStripAdjacency => strip(3, &|i| vec![i + 1, i + 2]),
        Topology::TrianglesAdjacency => list(6, &|i| vec![6 * i, 6 * i + 2, 6 * i + 4]),
        Topology::TriangleStripAdjacency => {
            let triangles = (n / 2).saturating_sub(2);
            let triangle = |i: usize| turned(i, 2 * i, 2 * i + 2, 2 * i + 4);
            (0..triangles).map(triangle).collect()
        }
        Topology::Patches(_) => unreachable!("patches are not drawn"),
    }
}

/// The primitives of `indices`: each piece between restarts by itself, its corners
/// turned until the provoking vertex is in its place.
pub fn model(topology: Topology, convention: Provoking, indices: &[u32]) -> Vec<Primitive> {
    let mut all = Vec::new();
    for piece in indices.split(|i| *i == RESTART) {
        for (i, mut corners) in corners(topology, piece.len()).into_iter().enumerate() {
            let provoking = provoking(topology, convention, i, piece.len());
            let place = match convention {
                Provoking::First => 0,
                Provoking::Last => corners.len() - 1,
            };
            while corners[place] != provoking {
                corners.rotate_left(1);
            }
            let v = |n: usize| piece[corners[n]];
            match (corners.len(), convention) {
                (1, _) => all.push(Point(v(0))),
                (2, _) => all.push(Line([v(0), v(1)])),
                (3, _) => all.push(Triangle([v(0), v(1), v(2)])),
                (_, Provoking::First) => {
                    all.push(Triangle([v(0), v(1), v(2)]));
                    all.push(Triangle([v(0), v(2), v(3)]));
                }
                (_, Provoking::Last) => {
                    all.push(Triangle([v(0), v(1), v(3)]));
                    all.push(Triangle([v(1), v(2), v(3)]));
                }
            }
        }
    }
    all
}

pub fn convention() -> impl Strategy<Value = Provoking> {
    select(vec![Provoking::First, Provoking::Last])
}

/// Indices with restarts among them.
pub fn indices() -> impl Strategy<Value = Vec<u32>> {
    let index = prop_oneof![9 => 0..50u32, 1 => Just(RESTART)];
    prop::collection::vec(index, 0..40)
}

proptest! {
    #[test]
    fn primitives_are_those_of_the_model(
        topology in select(ALL.to_vec()), convention in convention(), indices in indices()
    ) {
        let made: Vec<_> =
            Assembler::new(topology, convention, Some(RESTART), indices.iter().copied()).collect();
        prop_assert_eq!(made, model(topology, convention, &indices));
    }
}

#[test]
fn patches_are_not_drawn() {
    let mut none = Assembler::new(Topology::Patches(3), Provoking::First, None, 0..30);
    assert_eq!(none.next(), None);
}
