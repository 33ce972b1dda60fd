//! Assembly against the tables of the OpenGL ES 2.0 specification, section 2.8,
//! and of Vulkan's for the first-vertex convention.

use proptest::prelude::*;
use tilescope_draw::Primitive::{self, Line, Point, Triangle};
use tilescope_draw::{Assembler, Provoking, Topology};

fn made(topology: Topology, provoking: Provoking, indices: &[u32]) -> Vec<Primitive> {
    Assembler::new(topology, provoking, Some(99), indices.iter().copied()).collect()
}

#[test]
fn each_topology() {
    use Provoking::{First, Last};
    let cases: &[(Topology, Provoking, &[u32], &[Primitive])] = &[
        (Topology::Points, Last, &[5, 6], &[Point(5), Point(6)]),
        (
            Topology::Lines,
            Last,
            &[0, 1, 2, 3, 4],
            &[Line([0, 1]), Line([2, 3])],
        ),
        (
            Topology::LineStrip,
            Last,
            &[0, 1, 2],
            &[Line([0, 1]), Line([1, 2])],
        ),
        (Topology::LineStrip, Last, &[0], &[]),
        (
            Topology::LineLoop,
            Last,
            &[0, 1, 2],
            &[Line([0, 1]), Line([1, 2]), Line([2, 0])],
        ),
        (
            Topology::LineLoop,
            Last,
            &[4, 5],
            &[Line([4, 5]), Line([5, 4])],
        ),
        (Topology::LineLoop, Last, &[4], &[]),
        (Topology::LineLoop, Last, &[], &[]),
        (
            Topology::Triangles,
            Last,
            &[0, 1, 2, 3, 4, 5, 6, 7],
            &[Triangle([0, 1, 2]), Triangle([3, 4, 5])],
        ),
        (
            Topology::TriangleStrip,
            Last,
            &[0, 1, 2, 3, 4],
            &[
                Triangle([0, 1, 2]),
                Triangle([2, 1, 3]),
                Triangle([2, 3, 4]),
            ],
        ),
        (
            Topology::TriangleStrip,
            First,
            &[0, 1, 2, 3, 4],
            &[
                Triangle([0, 1, 2]),
                Triangle([1, 3, 2]),
                Triangle([2, 3, 4]),
            ],
        ),
        (
            Topology::TriangleFan,
            Last,
            &[0, 1, 2, 3],
            &[Triangle([0, 1, 2]), Triangle([0, 2, 3])],
        ),
        (
            Topology::TriangleFan,
            First,
            &[0, 1, 2, 3],
            &[Triangle([1, 2, 0]), Triangle([2, 3, 0])],
        ),
        // OpenGL 2.1, 2.6.1, and its table 2.12 of provoking vertices.
        (
            Topology::Quads,
            Last,
            &[0, 1, 2, 3, 4, 5, 6, 7, 8],
            &[
                Triangle([0, 1, 3]),
                Triangle([1, 2, 3]),
                Triangle([4, 5, 7]),
                Triangle([5, 6, 7]),
            ],
        ),
        (
            Topology::Quads,
            First,
            &[0, 1, 2, 3],
            &[Triangle([0, 1, 2]), Triangle([0, 2, 3])],
        ),
    ];
    for (topology, provoking, indices, expected) in cases {
        assert_eq!(
            made(*topology, *provoking, indices),
            *expected,
            "{topology:?} {provoking:?} {indices:?}"
        );
    }
}

const ALL: [Topology; 8] = [
    Topology::Points,
    Topology::Lines,
    Topology::LineLoop,
    Topology::LineStrip,
    Topology::Triangles,
    Topology::TriangleStrip,
    Topology::TriangleFan,
    Topology::Quads,
];

proptest! {
    /// Restarting is the same as drawing the pieces one after the other.
    #[test]
    fn restart_separates(
        topology in (0..8usize).prop_map(|i| ALL[i]),
        provoking in prop_oneof![Just(Provoking::First), Just(Provoking::Last)],
        pieces in prop::collection::vec(prop::collection::vec(0..50u32, 0..9), 0..5)
    ) {
        let joined = pieces.join(&99);
        let expected: Vec<_> = pieces.iter().flat_map(|p| made(topology, provoking, p)).collect();
        prop_assert_eq!(made(topology, provoking, &joined), expected);
    }

    /// Both conventions draw the same triangles with the same winding, and put
    /// the vertex the specifications name in its place.
    #[test]
    fn conventions_only_rotate(count in 0..12u32, strip in any::<bool>()) {
        let topology = if strip { Topology::TriangleStrip } else { Topology::TriangleFan };
        let indices: Vec<u32> = (0..count).collect();
        let first = made(topology, Provoking::First, &indices);
        let last = made(topology, Provoking::Last, &indices);
        prop_assert_eq!(first.len(), last.len());
        for (i, pair) in first.iter().zip(&last).enumerate() {
            let (&Triangle(f), &Triangle(l)) = pair else { panic!("not triangles") };
            let turns = [l, [l[1], l[2], l[0]], [l[2], l[0], l[1]]];
            prop_assert!(turns.contains(&f), "{f:?} is not a rotation of {l:?}");
            prop_assert_eq!(l[2], i as u32 + 2);
            prop_assert_eq!(f[0], if strip { i as u32 } else { i as u32 + 1 });
        }
    }
}

#[test]
fn without_restart_every_index_is_a_vertex() {
    let points: Vec<_> =
        Assembler::new(Topology::Points, Provoking::Last, None, [99, u32::MAX]).collect();
    assert_eq!(points, [Point(99), Point(u32::MAX)]);
}
