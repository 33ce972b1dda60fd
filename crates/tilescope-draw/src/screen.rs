//! State of primitive setup: viewports, face culling, polygon mode, depth bias, and the
//! layout of shaded vertices.

use tilescope_exec::convert::rounded;
use tilescope_raster::clip::MAX_DISTANCES;
use tilescope_raster::{
    ClipVolume, LineRule, Plane, PointRule, RasterRules, Rect, SamplePositions, Winding, Xy,
};

use crate::topology::Provoking;

/// A part of the screen: its clip volume, its place, and its scissor.
#[derive(Clone, Copy, Debug)]
pub struct Viewport {
    /// The clip volume, with the guard band.
    pub volume: ClipVolume,
    /// Factors of x, y and z after the division by w.
    pub scale: [f32; 3],
    /// Summands of x, y and z.
    pub offset: [f32; 3],
    /// The pixels that are drawn.
    pub scissor: Rect,
    /// The lowest and the highest depth of a fragment, to which others are clamped.
    pub clamp: Option<(f32, f32)>,
}

/// The faces that are not drawn. Windings are those with y downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cull {
    /// Clockwise triangles.
    pub clockwise: bool,
    /// Counter-clockwise triangles.
    pub counter_clockwise: bool,
}

impl Cull {
    /// Whether triangles of `winding` are not drawn.
    #[inline]
    pub const fn culls(self, winding: Winding) -> bool {
        match winding {
            Winding::Clockwise => self.clockwise,
            Winding::CounterClockwise => self.counter_clockwise,
        }
    }
}

/// The polygon mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Triangles are filled.
    Solid,
    /// The edges of triangles are drawn as lines.
    Lines,
    /// The corners of triangles are drawn as points.
    Points,
}

/// The depth bias of triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bias {
    /// Factor of the largest slope, in depth per pixel.
    pub factor: f32,
    /// Depth that is added.
    pub constant: f32,
    /// The largest bias if positive, the smallest if negative; no limit if 0.
    pub clamp: f32,
}

impl Bias {
    /// The bias of a triangle with the depths `z`.
    #[inline]
    pub fn of(&self, z: &Plane) -> f32 {
        let slope = z.a.abs().max(z.b.abs());
        let bias = self.factor * slope + self.constant;
        match self.clamp {
            limit if limit > 0.0 => bias.min(limit),
            limit if limit < 0.0 => bias.max(limit),
            _ => bias,
        }
    }
}

/// State of primitive setup.
#[derive(Clone, Debug)]
pub struct Screen {
    /// Rules of the rasteriser, with the positions of the first four samples.
    pub rules: RasterRules,
    /// Positions of the other samples, four by four
    /// ([`SamplePattern`](crate::SamplePattern)).
    pub more_samples: Vec<SamplePositions>,
    /// The viewports, at least one.
    pub viewports: Vec<Viewport>,
    /// Layers of the render targets.
    pub layers: u32,
    /// Depths are -1 to 1 after the division, and converted to 0 to 1.
    pub converts_z: bool,
    /// The faces that are not drawn.
    pub cull: Cull,
    /// The polygon mode.
    pub fill: Fill,
    /// The depth bias.
    pub bias: Option<Bias>,
    /// The chip's rules for lines.
    pub line: LineRule,
    /// The width of lines in pixels.
    pub line_width: f32,
    /// The chip's rules for points.
    pub point: PointRule,
    /// The size of points in pixels, if vertices have none.
    pub point_size: f32,
    /// Factor of the point sizes of vertices.
    pub point_scale: f32,
}

/// A vertex in screen space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Corner {
    pub at: Xy,
    pub z: f32,
    pub inv_w: f32,
}

impl Screen {
    /// The screen position of a vertex whose words start with its clip coordinates.
    #[inline(always)]
    pub(crate) fn corner(&self, p: &[f32], viewport: &Viewport) -> Corner {
        let inv_w = 1.0 / p[3];
        let unit = self.rules.subpixel.unit() as f32;
        let on = |i: usize| p[i] * inv_w * viewport.scale[i] + viewport.offset[i];
        let snap = |v: f32| rounded(v * unit);
        let z = p[2] * inv_w;
        let z = if self.converts_z { (z + 1.0) * 0.5 } else { z };
        Corner {
            at: Xy::new(snap(on(0)), snap(on(1))),
            z: z * viewport.scale[2] + viewport.offset[2],
            inv_w,
        }
    }
}

/// The interpolation of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// With perspective.
    Perspective,
    /// Linear on the screen. Evaluated without w.
    Linear,
    /// The value of the provoking vertex.
    Flat,
    /// Point coordinate s; 0 for lines and triangles.
    PointX,
    /// Point coordinate t; 0 for lines and triangles.
    PointY,
}

/// A component of a varying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Its word in a vertex.
    pub word: usize,
    /// Its interpolation.
    pub from: Interpolation,
}

/// The source of a distance that clips.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ClipSource {
    /// A word of a vertex: a clip distance.
    Word(usize),
    /// A user clip plane: the distance is its product with the clip coordinates.
    Plane([f32; 4]),
}

impl ClipSource {
    /// The near plane of depths from 0 to 1.
    pub const NEAR: ClipSource = ClipSource::Plane([0.0, 0.0, 1.0, 0.0]);
    /// The far plane.
    pub const FAR: ClipSource = ClipSource::Plane([0.0, 0.0, -1.0, 1.0]);

    fn distance(&self, v: &[f32]) -> f32 {
        match self {
            ClipSource::Word(word) => at(v, *word),
            ClipSource::Plane([a, b, c, d]) => (a * v[0] + b * v[1]) + (c * v[2] + d * v[3]),
        }
    }
}

/// The words of a shaded vertex. The first four are the clip coordinates.
///
/// Words beyond the stride are read as 0.
#[derive(Clone, Debug)]
pub struct VertexLayout {
    /// Words of a vertex, at least four.
    pub stride: usize,
    /// Attributes, in the order of the planes of a primitive.
    pub attributes: Vec<Attribute>,
    /// The vertex that flat attributes, the viewport and the layer come from.
    pub provoking: Provoking,
    /// The word with the point size.
    pub point_size: Option<usize>,
    /// Distances that clip. Those from [`MAX_DISTANCES`] on are ignored.
    pub clip: Vec<ClipSource>,
    /// Words with cull distances: a primitive all of whose vertices have a negative one
    /// in the same word is not drawn.
    pub cull: Vec<usize>,
    /// The word with the number of the viewport, an integer. A number without a viewport
    /// is read as 0.
    pub viewport: Option<usize>,
    /// The word with the layer, an integer. A layer that does not exist is read as 0.
    pub layer: Option<usize>,
}

impl VertexLayout {
    /// A layout of `stride` words without anything but clip coordinates.
    pub const fn new(stride: usize, provoking: Provoking) -> VertexLayout {
        VertexLayout {
            stride,
            attributes: Vec::new(),
            provoking,
            point_size: None,
            clip: Vec::new(),
            cull: Vec::new(),
            viewport: None,
            layer: None,
        }
    }

    /// Clip distances of the vertices `v`, and their number.
    #[inline(always)]
    pub(crate) fn distances<const N: usize>(
        &self,
        v: [&[f32]; N],
    ) -> ([[f32; N]; MAX_DISTANCES], usize) {
        let mut all = [[0.0; N]; MAX_DISTANCES];
        for (of, source) in all.iter_mut().zip(&self.clip) {
            *of = v.map(|v| source.distance(v));
        }
        (all, self.clip.len().min(MAX_DISTANCES))
    }

    /// Whether cull distances discard the primitive with the vertices `v`.
    #[inline]
    pub(crate) fn culls(&self, v: &[&[f32]]) -> bool {
        let mut words = self.cull.iter();
        words.any(|word| v.iter().all(|v| at(v, *word) < 0.0))
    }
}

/// Word `word` of a vertex; 0 beyond its end.
#[inline(always)]
pub(crate) fn at(vertex: &[f32], word: usize) -> f32 {
    vertex.get(word).copied().unwrap_or(0.0)
}
