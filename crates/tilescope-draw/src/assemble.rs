//! Primitive assembly from a stream of vertex indices.

use crate::adjacency::{AdjacencyAssembler, WithAdjacency};
use crate::topology::{Primitive, Provoking, Topology};

/// Iterator of the primitives in a stream of indices.
///
/// Vertices that do not complete a primitive are dropped, as every API has it.
/// A line loop of two vertices gives two lines and of one none. Vertices of
/// adjacency topologies that are neighbours only are dropped
/// ([`AdjacencyAssembler`] keeps them), and patches are not drawn: they are the
/// input of tessellation ([`crate::patches`]).
#[derive(Clone, Debug)]
pub struct Assembler<I> {
    topology: Topology,
    provoking: Provoking,
    restart: Option<u32>,
    indices: I,
    /// Vertices seen since the start, restart or last complete list primitive.
    seen: u64,
    first: u32,
    held: [u32; 2],
    /// The second triangle of a quad.
    later: Option<Primitive>,
    /// The assembler of topologies with adjacency.
    adjacency: Option<AdjacencyAssembler>,
}

impl<I: Iterator<Item = u32>> Assembler<I> {
    /// Assembles `indices`; an index equal to `restart` ends strips, fans,
    /// loops and half-finished list primitives.
    pub fn new(
        topology: Topology,
        provoking: Provoking,
        restart: Option<u32>,
        indices: impl IntoIterator<Item = u32, IntoIter = I>,
    ) -> Self {
        Self {
            topology,
            provoking,
            restart,
            indices: indices.into_iter(),
            seen: 0,
            first: 0,
            held: [0; 2],
            later: None,
            adjacency: AdjacencyAssembler::new(topology, provoking),
        }
    }

    /// The primitive that the end of the indices or a restart completes; forgets the
    /// vertices.
    fn finish(&mut self) -> Option<Primitive> {
        let open = self.topology == Topology::LineLoop && self.seen >= 2;
        self.seen = 0;
        if let Some(adjacency) = &mut self.adjacency {
            return adjacency.finish().map(WithAdjacency::primitive);
        }
        open.then_some(Primitive::Line([self.held[1], self.first]))
    }

    /// Takes a vertex and gives the primitive it completes.
    fn push(&mut self, v: u32) -> Option<Primitive> {
        let [older, old] = self.held;
        let first = self.first;
        let seen = self.seen;
        if seen == 0 {
            self.first = v;
        }
        self.held = [old, v];
        self.seen += 1;
        match self.topology {
            Topology::Points => Some(Primitive::Point(v)),
            Topology::Lines => {
                if seen == 1 {
                    self.seen = 0;
                }
                (seen == 1).then_some(Primitive::Line([old, v]))
            }
            Topology::LineLoop | Topology::LineStrip => {
                (seen >= 1).then_some(Primitive::Line([old, v]))
            }
            Topology::Triangles => {
                if seen == 2 {
                    self.seen = 0;
                }
                (seen == 2).then_some(Primitive::Triangle([older, old, v]))
            }
            Topology::TriangleStrip => {
                (seen >= 2).then_some(Primitive::Triangle(match (seen & 1 == 1, self.provoking) {
                    (false, _) => [older, old, v],
                    (true, Provoking::First) => [older, v, old],
                    (true, Provoking::Last) => [old, older, v],
                }))
            }
            Topology::TriangleFan => {
                (seen >= 2).then_some(Primitive::Triangle(match self.provoking {
                    Provoking::First => [old, v, first],
                    Provoking::Last => [first, old, v],
                }))
            }
            Topology::Polygon => (seen >= 2).then_some(Primitive::Triangle(match self.provoking {
                Provoking::First => [first, old, v],
                Provoking::Last => [old, v, first],
            })),
            Topology::Quads => {
                if seen != 3 {
                    return None;
                }
                self.seen = 0;
                Some(self.quad([first, older, old, v]))
            }
            Topology::QuadStrip => {
                // `first` and `older` are the edge before that of `old` and `v`.
                if seen & 1 == 0 || seen < 3 {
                    return None;
                }
                self.first = old;
                Some(match self.provoking {
                    Provoking::First => self.quad([first, older, v, old]),
                    Provoking::Last => self.quad([old, first, older, v]),
                })
            }
            Topology::LinesAdjacency
            | Topology::LineStripAdjacency
            | Topology::TrianglesAdjacency
            | Topology::TriangleStripAdjacency => {
                let adjacency = self.adjacency.as_mut()?;
                adjacency.push(v).map(WithAdjacency::primitive)
            }
            Topology::Patches(_) => None,
        }
    }
    /// The first triangle of a quad, whose first and last vertex may provoke; keeps the
    /// second.
    fn quad(&mut self, [a, b, c, d]: [u32; 4]) -> Primitive {
        let (now, later) = match self.provoking {
            Provoking::First => ([a, b, c], [a, c, d]),
            Provoking::Last => ([a, b, d], [b, c, d]),
        };
        self.later = Some(Primitive::Triangle(later));
        Primitive::Triangle(now)
    }
}

impl<I: Iterator<Item = u32>> Iterator for Assembler<I> {
    type Item = Primitive;

    fn next(&mut self) -> Option<Primitive> {
        if self.later.is_some() {
            return self.later.take();
        }
        loop {
            let made = match self.indices.next() {
                None => return self.finish(),
                Some(v) if Some(v) == self.restart => self.finish(),
                Some(v) => self.push(v),
            };
            if made.is_some() {
                return made;
            }
        }
    }
}
