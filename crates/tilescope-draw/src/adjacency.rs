//! Assembly of primitives with their neighbours, for geometry shaders, and of patches.

use crate::topology::{Primitive, Provoking, Topology};

/// A primitive with the vertices of its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithAdjacency {
    /// The neighbour before, the line, the neighbour after.
    Line([u32; 4]),
    /// Vertices 0, 2 and 4 are the triangle; vertex 1 is the neighbour at the edge from
    /// 0 to 2, vertex 3 at that from 2 to 4, vertex 5 at that from 4 to 0.
    Triangle([u32; 6]),
}

impl WithAdjacency {
    /// The primitive without neighbours: what is drawn without a geometry shader.
    pub const fn primitive(self) -> Primitive {
        match self {
            WithAdjacency::Line([_, a, b, _]) => Primitive::Line([a, b]),
            WithAdjacency::Triangle([a, _, b, _, c, _]) => Primitive::Triangle([a, b, c]),
        }
    }
}

/// Vertices that a triangle of a strip, its neighbours and the next triangle have.
const WINDOW: usize = 10;

/// Assembles primitives with their neighbours.
///
/// Source: OpenGL 4.6, section 10.1.11 to 10.1.14 and table 10.1.
#[derive(Clone, Debug)]
pub struct AdjacencyAssembler {
    topology: Topology,
    provoking: Provoking,
    /// The last vertices, the newest at the end.
    window: [u32; WINDOW],
    seen: u64,
}

impl AdjacencyAssembler {
    /// An assembler; `None` if the topology has no neighbours.
    pub const fn new(topology: Topology, provoking: Provoking) -> Option<Self> {
        if !topology.has_adjacency() {
            return None;
        }
        Some(AdjacencyAssembler {
            topology,
            provoking,
            window: [0; WINDOW],
            seen: 0,
        })
    }

    /// Takes a vertex and returns the primitive that it completes. A triangle of a
    /// strip is complete when it is known whether another one follows.
    pub fn push(&mut self, v: u32) -> Option<WithAdjacency> {
        self.window.copy_within(1.., 0);
        self.window[WINDOW - 1] = v;
        self.seen += 1;
        let [.., a, b, c, d, e, f] = self.window;
        let line = WithAdjacency::Line([c, d, e, f]);
        match self.topology {
            Topology::LinesAdjacency => self.seen.is_multiple_of(4).then_some(line),
            Topology::LineStripAdjacency => (self.seen >= 4).then_some(line),
            Topology::TrianglesAdjacency => {
                let whole = self.seen.is_multiple_of(6);
                whole.then_some(WithAdjacency::Triangle([a, b, c, d, e, f]))
            }
            _ => {
                let known = self.seen >= 8 && self.seen.is_multiple_of(2);
                known.then(|| self.of_strip(self.seen / 2 - 4, Next::Triangle))
            }
        }
    }

    /// Ends the vertices, or restarts. Returns the last triangle of a strip.
    pub fn finish(&mut self) -> Option<WithAdjacency> {
        let last = self.topology == Topology::TriangleStripAdjacency && self.seen >= 6;
        let last = last.then(|| self.of_strip(self.seen / 2 - 3, Next::Nothing));
        self.seen = 0;
        last
    }

    /// Triangle `n` of a strip.
    fn of_strip(&self, n: u64, next: Next) -> WithAdjacency {
        // Vertex `k` after the first of the triangle.
        let newest = self.seen - 1 - 2 * n;
        let vertex = |k: u64| self.window[WINDOW - 1 - (newest - k) as usize];
        let before = match n {
            0 => vertex(1),
            // Two vertices before the first.
            _ => self.window[WINDOW - 3 - newest as usize],
        };
        let after = match next {
            Next::Triangle => vertex(6),
            Next::Nothing => vertex(5),
        };
        let [a, b, c, outer] = [0, 2, 4, 3].map(vertex);
        WithAdjacency::Triangle(match (n % 2, self.provoking) {
            (0, _) => [a, before, b, after, c, outer],
            (_, Provoking::First) => [a, outer, c, after, b, before],
            (_, Provoking::Last) => [b, before, a, outer, c, after],
        })
    }
}

/// The triangle that follows one of a strip, if any.
#[derive(Clone, Copy)]
enum Next {
    Triangle,
    Nothing,
}

/// The most vertices of a patch in any API.
pub const MAX_PATCH: usize = 32;

/// Calls `f` with the vertices of each patch of `size` vertices, 1 to [`MAX_PATCH`];
/// other sizes are clamped. Incomplete patches are dropped.
pub fn patches(
    size: u8,
    restart: Option<u32>,
    indices: impl IntoIterator<Item = u32>,
    mut f: impl FnMut(&[u32]),
) {
    let size = usize::from(size).clamp(1, MAX_PATCH);
    let (mut patch, mut len) = ([0; MAX_PATCH], 0);
    for v in indices {
        if Some(v) == restart {
            len = 0;
            continue;
        }
        patch[len] = v;
        len += 1;
        if len == size {
            f(&patch[..size]);
            len = 0;
        }
    }
}
