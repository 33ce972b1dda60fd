//! Primitives in screen space, ready for rasterisation.

use tilescope_raster::coverage::Cover;
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

    /// [`Convex::walk_blocks`]: for shapes with one sample a pixel.
    #[inline(always)]
    pub(crate) fn walk_blocks(&self, rect: Rect, cover: &mut impl Cover) {
        match self {
            Shape::Triangle(s) => s.walk_blocks(rect, cover),
            Shape::Quad(s) => s.walk_blocks(rect, cover),
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
    /// Index of the first of its planes in its block, one for each attribute.
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

/// Primitives that one worker has set up, in order.
#[derive(Clone, Debug, Default)]
pub struct PrimBlock {
    /// Those that may cover pixels.
    pub list: Vec<Prim>,
    /// Planes of their attributes.
    pub planes: Vec<Plane>,
    /// Shapes for the samples from the fifth on: as many for each primitive of the list
    /// as the screen has further groups of samples.
    pub more: Vec<Shape>,
    /// The number of primitives before culling and clipping.
    pub assembled: u64,
    /// The pixels that they may cover.
    bounds: Option<Rect>,
    /// Whether any is in another layer than the first.
    layered: bool,
}

impl PrimBlock {
    /// Adds a primitive.
    #[inline]
    pub fn push(&mut self, prim: Prim) {
        self.bounds = Some(match self.bounds {
            Some(bounds) => both(bounds, prim.bounds),
            None => prim.bounds,
        });
        self.layered |= prim.layer != 0;
        self.list.push(prim);
    }

    /// Primitives of usual size for which there is room without another allocation.
    pub(crate) fn capacity(&self) -> usize {
        let planes = self.planes.capacity() / USUAL_PLANES;
        self.list.capacity().max(self.more.capacity()).max(planes)
    }

    /// Forgets everything but the allocations.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.planes.clear();
        self.more.clear();
        (self.assembled, self.bounds, self.layered) = (0, None, false);
    }

    /// The shapes of primitive `n` for samples from the fifth on.
    pub(crate) fn more(&self, n: usize) -> &[Shape] {
        let further = self.more.len() / self.list.len().max(1);
        let from = n * further;
        self.more.get(from..from + further).unwrap_or(&[])
    }

    /// Appends `others`.
    fn append(&mut self, mut others: PrimBlock) {
        let planes = self.planes.len() as u32;
        others.list.iter_mut().for_each(|p| p.planes += planes);
        self.list.append(&mut others.list);
        self.planes.append(&mut others.planes);
        self.more.append(&mut others.more);
        self.assembled += others.assembled;
        self.layered |= others.layered;
        self.bounds = [self.bounds, others.bounds]
            .into_iter()
            .flatten()
            .reduce(both);
    }
}

/// Planes of a primitive of usual size: four varyings of four components.
const USUAL_PLANES: usize = 16;
/// The bits of a number that are the place in a block.
const PLACE: u32 = 16;
/// Blocks up to this size are appended to another.
const SMALL: usize = 128;
/// The number of blocks from which each is appended to another if it fits: there are at most
/// 2^16.
const MANY: usize = 1 << 12;

/// Primitives of one draw, in order: a block for each worker's part, because each is some
/// hundred bytes to move. They are numbered by block and place, so numbers are in order and
/// not consecutive.
#[derive(Clone, Debug, Default)]
pub struct Prims {
    blocks: Vec<PrimBlock>,
}

impl From<PrimBlock> for Prims {
    fn from(block: PrimBlock) -> Self {
        // No room for more: most draws have one.
        let blocks = vec![block];
        Prims { blocks }
    }
}

impl Prims {
    /// Appends a block, which has at most 2^16 primitives.
    pub fn push(&mut self, block: PrimBlock) {
        let many = self.blocks.len() >= MANY;
        if let Some(last) = self.blocks.last_mut() {
            let size = last.list.len() + block.list.len();
            if size <= SMALL || many && size <= 1 << PLACE {
                last.append(block);
                return;
            }
        }
        self.blocks.push(block);
    }

    /// Appends `others`.
    pub fn append(&mut self, others: Prims) {
        others.blocks.into_iter().for_each(|block| self.push(block));
    }

    /// All parts, in order.
    pub fn concatenate(parts: impl IntoIterator<Item = PrimBlock>) -> Prims {
        let mut all = Prims::default();
        parts.into_iter().for_each(|block| all.push(block));
        all
    }

    /// The blocks.
    pub fn blocks(&self) -> &[PrimBlock] {
        &self.blocks
    }

    /// The same.
    pub(crate) fn into_blocks(self) -> Vec<PrimBlock> {
        self.blocks
    }

    /// Every primitive with its number.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &Prim)> {
        let blocks = (0u32..).zip(&self.blocks);
        blocks.flat_map(|(b, block)| (b << PLACE..).zip(&block.list))
    }

    /// Number of primitives that may cover pixels.
    pub fn len(&self) -> usize {
        self.blocks.iter().map(|block| block.list.len()).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.blocks.iter().all(|block| block.list.is_empty())
    }

    /// The number of primitives before culling and clipping.
    pub fn assembled(&self) -> u64 {
        self.blocks.iter().map(|block| block.assembled).sum()
    }

    /// The block of primitive `n`, and the place in it.
    #[inline(always)]
    pub fn place(&self, n: u32) -> Option<(&PrimBlock, usize)> {
        let block = self.blocks.get((n >> PLACE) as usize)?;
        Some((block, (n & ((1 << PLACE) - 1)) as usize))
    }

    /// Primitive `n`, if there is one with this number.
    #[inline(always)]
    pub fn get(&self, n: u32) -> Option<&Prim> {
        let (block, place) = self.place(n)?;
        block.list.get(place)
    }

    /// Primitive `n`, which exists.
    #[inline(always)]
    pub fn prim(&self, n: u32) -> &Prim {
        &self.blocks[(n >> PLACE) as usize].list[(n & ((1 << PLACE) - 1)) as usize]
    }

    /// The planes of primitive `n`, and others after them; none if it does not exist.
    #[inline(always)]
    pub fn planes(&self, n: u32) -> &[Plane] {
        let found = || {
            let (block, place) = self.place(n)?;
            block.planes.get(block.list.get(place)?.planes as usize..)
        };
        found().unwrap_or(&[])
    }

    /// Plane `plane` of primitive `n`; 0 everywhere if either does not exist.
    #[inline(always)]
    pub fn plane(&self, n: u32, plane: usize) -> &Plane {
        self.planes(n).get(plane).unwrap_or(&NOTHING)
    }

    /// The pixels that the primitives may cover; `None` if there are none.
    pub fn bounds(&self) -> Option<Rect> {
        let bounds = self.blocks.iter().filter_map(|block| block.bounds);
        bounds.reduce(both)
    }

    /// Whether any primitive is in another layer than the first.
    pub(crate) fn is_layered(&self) -> bool {
        self.blocks.iter().any(|block| block.layered)
    }
}

pub(crate) static NOTHING: Plane = Plane::flat(0.0);

/// The smallest rectangle with the pixels of both.
pub(crate) fn both(a: Rect, b: Rect) -> Rect {
    Rect::new(
        a.x0.min(b.x0),
        a.y0.min(b.y0),
        a.x1.max(b.x1),
        a.y1.max(b.y1),
    )
}
