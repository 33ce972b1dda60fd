//! Draw commands.

use crate::regs::enums::PrimitiveType;

/// A draw, independent of the type of its command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawCommand {
    /// The primitive type.
    pub primitive: PrimitiveType,
    /// The number of vertices or indices per instance.
    pub vertices: u64,
    /// Whether the draw is indexed.
    pub indexed: bool,
    /// The first vertex, or the first index.
    pub first: u32,
    /// Added to every index.
    pub base: i32,
    /// The number of instances.
    pub instances: u32,
}

/// The number of vertices of `count` primitives; `None` if the type is unknown.
///
/// A loop of n lines has n vertices. Source: etna_viv cmdstream.xml, for strips:
/// the count is that of lines or triangles; Mesa `translate_draw_mode` and
/// `etna_draw_vbo`.
pub(super) fn vertices(primitive: PrimitiveType, count: u32) -> Option<u64> {
    let count = u64::from(count);
    let shared = |more: u64| if count == 0 { 0 } else { count + more };
    Some(match primitive {
        PrimitiveType::Points | PrimitiveType::LineLoop => count,
        PrimitiveType::Lines => count * 2,
        PrimitiveType::LineStrip => shared(1),
        PrimitiveType::Triangles => count * 3,
        PrimitiveType::TriangleStrip | PrimitiveType::TriangleFan => shared(2),
        PrimitiveType::Quads => count * 4,
        PrimitiveType::Unknown(_) => return None,
    })
}
