//! Primitives in screen space, for the binner and the primitive setup engine: from
//! shaded vertices to shapes, faces and tiles.

use tilescope_draw::Primitive;
use tilescope_raster::{
    Convex, Gradients, Line, Plane, Point, Quad, RasterRules, Rect, SamplePositions, SubpixelBits,
    TileGrid, Triangle, Xy,
};

use crate::packets::{ConfigBits, Oversample};
use crate::quirks::Quirks;
use crate::state::DrawState;
use crate::tlb::Samples;

/// A vertex in screen space, from a shader or an NV vertex array.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ScreenVertex {
    /// X and Y in 1/16 pixel from the viewport centre.
    pub xy: [i16; 2],
    /// Depth, 0 to 1.
    pub zs: f32,
    /// 1/Wc.
    pub rw: f32,
}

impl ScreenVertex {
    /// Creates a vertex from the three words Ys:Xs, Zs, 1/Wc.
    pub fn from_words(words: [u32; 3]) -> Self {
        ScreenVertex {
            xy: [words[0] as u16 as i16, (words[0] >> 16) as u16 as i16],
            zs: f32::from_bits(words[1]),
            rw: f32::from_bits(words[2]),
        }
    }

    /// The three words.
    pub fn to_words(self) -> [u32; 3] {
        let [x, y] = self.xy.map(|v| u32::from(v as u16));
        [y << 16 | x, self.zs.to_bits(), self.rw.to_bits()]
    }
}

/// A primitive, as numbers of vertices.
pub type Indices = Primitive<u16>;

/// A primitive ready for binning or walking.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// A triangle.
    Triangle(Triangle),
    /// A line.
    Line(Line),
    /// A point.
    Point(Point),
}

/// The rasteriser rules of a draw.
pub fn rules(quirks: &Quirks, samples: Samples) -> RasterRules {
    let four = quirks.sample_positions.map(|(x, y)| (x as u8, y as u8));
    RasterRules {
        subpixel: SubpixelBits::FOUR,
        fill: quirks.fill_rule,
        pixel_centre: (8, 8),
        samples: match samples {
            Samples::One => SamplePositions::One,
            Samples::Four => SamplePositions::Four(four),
        },
        guard: quirks.guard_band,
    }
}

/// Samples that a draw rasterises: those of the tile buffer, if the configuration bits
/// enable oversampling too.
pub fn draw_samples(config: &ConfigBits, buffer: Samples) -> Samples {
    match (buffer, config.oversample) {
        (Samples::Four, Oversample::X4 | Oversample::X16) => Samples::Four,
        _ => Samples::One,
    }
}

/// Reason why a primitive is culled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CullReason {
    /// It has no area or length.
    Degenerate,
    /// Its face is not enabled.
    Culled,
}

impl Shape {
    /// Sets up the primitive of `vertices` under `state`. Also returns whether its back
    /// face is visible.
    #[inline(always)]
    pub fn new(
        rules: &RasterRules,
        quirks: &Quirks,
        state: &DrawState,
        vertices: &[ScreenVertex],
        point_size: Option<f32>,
    ) -> Result<(Shape, Face), CullReason> {
        let (vx, vy) = state.viewport.unwrap_or((0, 0));
        let at = |v: &ScreenVertex| Xy {
            x: i32::from(v.xy[0]) + i32::from(vx),
            y: i32::from(v.xy[1]) + i32::from(vy),
        };
        let config = state.config();
        match vertices {
            [a, b, c] => {
                let t = Triangle::new(rules, [at(a), at(b), at(c)])
                    .map_err(|_| CullReason::Degenerate)?;
                // Y grows upwards here (asurati/x03 d50.c), so a positive area is
                // counter-clockwise, which is front facing unless CLOCKWISE is set.
                let front = (t.area2() > 0) != config.cw_primitives;
                let shown = if front {
                    config.enable_prim_front
                } else {
                    config.enable_prim_back
                };
                if !shown {
                    return Err(CullReason::Culled);
                }
                Ok((
                    Shape::Triangle(t),
                    if front { Face::Front } else { Face::Back },
                ))
            }
            [a, b] => {
                let width = state.line_width.unwrap_or(1.0);
                let line = Line::new(rules, &quirks.line_rule, [at(a), at(b)], width)
                    .map_err(|_| CullReason::Degenerate)?;
                Ok((Shape::Line(line), Face::Front))
            }
            [a] => {
                let size = point_size.or(state.point_size).unwrap_or(1.0);
                let point = Point::new(rules, &quirks.point_rule, at(a), size)
                    .map_err(|_| CullReason::Degenerate)?;
                Ok((Shape::Point(point), Face::Front))
            }
            _ => Err(CullReason::Degenerate),
        }
    }

    /// Calls `f` with the column and row of every tile touched inside `clip`.
    pub fn tiles(&self, grid: TileGrid, clip: Rect, mut f: impl FnMut(u16, u16)) {
        fn each<const N: usize>(
            shape: &Convex<N>,
            grid: TileGrid,
            clip: Rect,
            f: &mut dyn FnMut(u16, u16),
        ) {
            for (x, y) in shape.tiles_touched(grid, clip) {
                f(x, y);
            }
        }
        match self {
            Shape::Triangle(t) => each(t.shape(), grid, clip, &mut f),
            Shape::Line(l) => each(l.shape(), grid, clip, &mut f),
            Shape::Point(p) => each(p.shape(), grid, clip, &mut f),
        }
    }

    /// Number of tiles of `grid` that its bounds cover inside `clip`: the cost of finding
    /// the tiles that it touches.
    pub fn reach(&self, grid: TileGrid, clip: Rect) -> u32 {
        let bounds = match self {
            Shape::Triangle(t) => t.shape().bounds(),
            Shape::Line(l) => l.shape().bounds(),
            Shape::Point(p) => p.shape().bounds(),
        };
        let (w, h) = (i32::from(grid.tile_w), i32::from(grid.tile_h));
        let frame = Rect::new(0, 0, i32::from(grid.columns) * w, i32::from(grid.rows) * h);
        let r = bounds.intersect(&clip).intersect(&frame);
        let tiles = |from: i32, to: i32, size: i32| ((to - from).max(0) / size + 2) as u32;
        tiles(r.x0, r.x1, w) * tiles(r.y0, r.y1, h)
    }

    /// Calls `f` with every quad that has a covered sample inside `rect`.
    #[inline(always)]
    pub fn walk(&self, rect: Rect, f: impl FnMut(Quad)) {
        match self {
            Shape::Triangle(t) => t.shape().walk(rect, f),
            Shape::Line(l) => l.shape().walk(rect, f),
            Shape::Point(p) => p.shape().walk(rect, f),
        }
    }

    /// Change of the attributes over it.
    #[inline(always)]
    pub fn gradients(&self, rules: &RasterRules) -> Gradients {
        match self {
            Shape::Triangle(t) => Gradients::triangle(rules, t),
            Shape::Line(l) => *l.gradients(),
            Shape::Point(p) => *p.gradients(),
        }
    }

    /// The implicit varyings before those of the vertices: two for a point, one for a
    /// line. Source: Mesa `vc4_program.c`, which reads them first.
    #[inline(always)]
    pub fn implicit_varyings(&self) -> ([Plane; 2], usize) {
        match self {
            Shape::Triangle(_) => ([Plane::default(); 2], 0),
            Shape::Line(l) => ([l.coordinate(), Plane::default()], 1),
            Shape::Point(p) => (p.coordinates(), 2),
        }
    }
}

/// Visible side of a primitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Front face, and every point and line.
    Front,
    /// Back face.
    Back,
}
