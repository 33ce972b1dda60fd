//! Primitive topologies, and the primitives that are assembled from them.

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
    /// A quad per pair after the first, of vertices 0, 1, 3 and 2.
    QuadStrip,
    /// One convex polygon. Its first vertex gives the flat attributes, whatever the
    /// convention.
    Polygon,
    /// A line per four: the second to the third.
    LinesAdjacency,
    /// A line strip whose first and last vertex are neighbours only.
    LineStripAdjacency,
    /// A triangle per six: the first, third and fifth.
    TrianglesAdjacency,
    /// A triangle strip of every other vertex; the rest are neighbours.
    TriangleStripAdjacency,
    /// Patches of this many vertices, for tessellation.
    Patches(u8),
}

impl Topology {
    /// Its primitives are lines.
    pub const fn is_lines(self) -> bool {
        matches!(
            self,
            Topology::Lines
                | Topology::LineLoop
                | Topology::LineStrip
                | Topology::LinesAdjacency
                | Topology::LineStripAdjacency
        )
    }

    /// The topology has vertices that only neighbours of a primitive use.
    pub const fn has_adjacency(self) -> bool {
        matches!(
            self,
            Topology::LinesAdjacency
                | Topology::LineStripAdjacency
                | Topology::TrianglesAdjacency
                | Topology::TriangleStripAdjacency
        )
    }
}

/// The vertex of a primitive that provides its flat attributes.
///
/// [`crate::Assembler`] orders vertices so that it is always the first or always the
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

impl Provoking {
    /// The place of the vertex among `count` vertices of a primitive.
    #[inline]
    pub const fn place(self, count: usize) -> usize {
        match self {
            Provoking::First => 0,
            Provoking::Last => count.saturating_sub(1),
        }
    }
}

/// One assembled primitive, as numbers of vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Primitive<V = u32> {
    /// A point.
    Point(V),
    /// A line.
    Line([V; 2]),
    /// A triangle.
    Triangle([V; 3]),
}

impl<V> Primitive<V> {
    /// Its vertices.
    #[inline]
    pub fn vertices(&self) -> &[V] {
        match self {
            Primitive::Point(v) => std::slice::from_ref(v),
            Primitive::Line(v) => v,
            Primitive::Triangle(v) => v,
        }
    }

    /// The primitive of `f` of each vertex.
    #[inline]
    pub fn map<U>(self, mut f: impl FnMut(V) -> U) -> Primitive<U> {
        match self {
            Primitive::Point(v) => Primitive::Point(f(v)),
            Primitive::Line(v) => Primitive::Line(v.map(f)),
            Primitive::Triangle(v) => Primitive::Triangle(v.map(f)),
        }
    }
}
