//! Primitive assembly from a stream of vertex indices.

/// A primitive topology.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topology {
    /// One point each.
    Points,
    /// A line per pair.
    Lines,
    /// Lines between neighbours, and from the last vertex to the first.
    LineLoop,
    /// Lines between neighbours.
    LineStrip,
    /// A triangle per three.
    Triangles,
    /// A triangle per vertex after the second, winding alternating so that all
    /// turn the same way.
    TriangleStrip,
    /// Triangles round the first vertex.
    TriangleFan,
    /// Two triangles per four, cut so that both have the vertex that gives the flat
    /// attributes.
    Quads,
}

/// The vertex of a primitive that provides its flat attributes.
///
/// [`Assembler`] orders vertices so that it is always the first or always the
/// last of the primitive, without changing its winding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provoking {
    /// The first (Vulkan, D3D): strips give (i, i+1, i+2) and (i, i+2, i+1),
    /// fans (i+1, i+2, first).
    First,
    /// The last (OpenGL): strips give (i, i+1, i+2) and (i+1, i, i+2), fans
    /// (first, i+1, i+2).
    Last,
}

/// One assembled primitive, as vertex indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Primitive {
    /// A point.
    Point(u32),
    /// A line.
    Line([u32; 2]),
    /// A triangle.
    Triangle([u32; 3]),
}

/// Iterator of the primitives in a stream of indices.
///
/// Vertices that do not complete a primitive are dropped, as every API has it.
/// A line loop of two vertices gives two lines and of one none.
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
        }
    }

    /// The line that closes a loop, if one is open; forgets the vertices.
    fn finish(&mut self) -> Option<Primitive> {
        let open = self.topology == Topology::LineLoop && self.seen >= 2;
        self.seen = 0;
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
            Topology::Quads => {
                if seen != 3 {
                    return None;
                }
                self.seen = 0;
                let (now, later) = match self.provoking {
                    Provoking::First => ([first, older, old], [first, old, v]),
                    Provoking::Last => ([first, older, v], [older, old, v]),
                };
                self.later = Some(Primitive::Triangle(later));
                Some(Primitive::Triangle(now))
            }
        }
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
