//! Primitives in screen space, ready for rasterisation.

use tilescope_raster::{Convex, Plane, Quad, Rect};

use crate::screen::Viewport;

/// The shape of a primitive.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A triangle.
    Triangle(Convex<3>),
    /// A line or a point.
    Quad(Convex<4>),
}

impl Shape {
    /// A rectangle of pixels outside which nothing is covered.
    #[inline]
    pub fn bounds(&self) -> Rect {
        match self {
            Shape::Triangle(s) => s.bounds(),
            Shape::Quad(s) => s.bounds(),
        }
    }

    /// Calls `f` with every quad that has a covered sample inside `rect`.
    #[inline(always)]
    pub fn walk(&self, rect: Rect, f: impl FnMut(Quad)) {
        match self {
            Shape::Triangle(s) => s.walk(rect, f),
            Shape::Quad(s) => s.walk(rect, f),
        }
    }
}

/// A primitive ready for rasterisation.
#[derive(Clone, Debug)]
pub struct Prim {
    /// The region covered; with more than four samples, that of the first four.
    pub shape: Shape,
    /// The pixels of its bounds that are inside the scissor. Not empty.
    pub bounds: Rect,
    /// Its winding is clockwise, with y downwards. False for points and lines.
    pub clockwise: bool,
    /// Its viewport.
    pub viewport: u8,
    /// Its layer of the render targets.
    pub layer: u16,
    /// Depth.
    pub z: Plane,
    /// 1/w.
    pub inv_w: Plane,
    /// Index of the first of its planes, one for each attribute.
    pub planes: u32,
}

impl Prim {
    /// Depth `z` of a fragment, clamped to the range of its viewport.
    #[inline(always)]
    pub(crate) fn clamped(&self, z: f32, viewports: &[Viewport]) -> f32 {
        let viewport = viewports.get(usize::from(self.viewport));
        match viewport.and_then(|viewport| viewport.clamp) {
            Some((low, high)) => z.max(low).min(high),
            None => z,
        }
    }
}

/// Primitives of one draw, in order.
#[derive(Clone, Debug, Default)]
pub struct Prims {
    /// Those that may cover pixels.
    pub list: Vec<Prim>,
    /// Planes of their attributes.
    pub planes: Vec<Plane>,
    /// Shapes for the samples from the fifth on: as many for each primitive of the list
    /// as the screen has further groups of samples.
    pub more: Vec<Shape>,
    /// The number of primitives before culling and clipping.
    pub assembled: u64,
}

impl Prims {
    /// Appends `others`.
    #[must_use]
    pub fn then(mut self, mut others: Prims) -> Prims {
        let planes = self.planes.len() as u32;
        others.list.iter_mut().for_each(|p| p.planes += planes);
        self.list.append(&mut others.list);
        self.planes.append(&mut others.planes);
        self.more.append(&mut others.more);
        self.assembled += others.assembled;
        self
    }

    /// All parts, in order.
    pub fn concatenate(parts: Vec<Prims>) -> Prims {
        let mut all = Prims::default();
        (all.list).reserve_exact(parts.iter().map(|part| part.list.len()).sum());
        (all.planes).reserve_exact(parts.iter().map(|part| part.planes.len()).sum());
        parts.into_iter().fold(all, Prims::then)
    }

    /// The pixels that the primitives may cover; `None` if there are none.
    pub fn bounds(&self) -> Option<Rect> {
        self.list.iter().map(|prim| prim.bounds).reduce(both)
    }
}

/// The smallest rectangle with the pixels of both.
pub(crate) fn both(a: Rect, b: Rect) -> Rect {
    Rect::new(
        a.x0.min(b.x0),
        a.y0.min(b.y0),
        a.x1.max(b.x1),
        a.y1.max(b.y1),
    )
}
