//! Attributes over a primitive, as plane coefficients.
//!
//! The results are coefficients rather than finished values, because a
//! VideoCore IV shader does the last step itself: it reads `a*(x - x0) + b*(y -
//! y0)` as a varying, has `c` in r5, and computes `v * W + r5` with W the
//! interpolated clip w. So for a perspective-correct attribute `c` is its value
//! at the first vertex, and the plane interpolates `(value - c) / w`, which is
//! zero there.
//!
//! Order of operations, which fixes results to the bit on every host: setup
//! works in `f64` from exact integers and rounds each coefficient once to
//! `f32`; evaluation is `f32`, `(a*dx) + (b*dy)`, then `+ c`, each rounded,
//! never fused. The rounding of real hardware is undocumented.

use tilescope_exec::sixteen;

use crate::coverage::Quad;
use crate::rules::RasterRules;
use crate::setup::{Triangle, Xy};

/// A linear function of screen position. Positions are in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Plane {
    /// Change per pixel to the right.
    pub a: f32,
    /// Change per row.
    pub b: f32,
    /// Value at (`x0`, `y0`).
    pub c: f32,
    /// Column of the reference point: the first vertex.
    pub x0: f32,
    /// Row of the reference point.
    pub y0: f32,
}

impl Plane {
    /// `value` everywhere.
    pub const fn flat(value: f32) -> Self {
        Self {
            a: 0.0,
            b: 0.0,
            c: value,
            x0: 0.0,
            y0: 0.0,
        }
    }

    /// `(a*(x - x0)) + (b*(y - y0))`: the result of a VideoCore IV varying
    /// read.
    #[inline(always)]
    pub fn slope_at(&self, x: f32, y: f32) -> f32 {
        self.a * (x - self.x0) + self.b * (y - self.y0)
    }

    /// `slope_at + c`.
    #[inline(always)]
    pub fn at(&self, x: f32, y: f32) -> f32 {
        self.slope_at(x, y) + self.c
    }

    /// [`Plane::slope_at`] in 16 lanes.
    #[inline(always)]
    pub fn slope(&self, at: &Positions) -> [f32; 16] {
        sixteen::slope([&at.x, &at.y], [self.a, self.b], [self.x0, self.y0])
    }

    /// [`Plane::at`] in 16 lanes.
    #[inline(always)]
    pub fn eval(&self, at: &Positions) -> [f32; 16] {
        let mut out = self.slope(at);
        for out in &mut out {
            *out += self.c;
        }
        out
    }

    /// A perspective-correct value from a plane of [`Gradients::perspective`]:
    /// `(slope * w) + c`, where `w` is the reciprocal of the interpolated
    /// `1/w`.
    #[inline]
    pub fn perspective_at(&self, x: f32, y: f32, w: f32) -> f32 {
        self.slope_at(x, y) * w + self.c
    }
}

/// The positions at which 16 lanes are evaluated, in pixels. Aligned so that no vector splits a
/// cache line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(64))]
pub struct Positions {
    /// Columns.
    pub x: [f32; 16],
    /// Rows.
    pub y: [f32; 16],
}

impl Positions {
    /// The pixel centres of up to four quads, four lanes each in quad order;
    /// quads beyond the fourth are ignored, lanes without a quad repeat the
    /// first quad's, or are 0 if there is none.
    #[inline(always)]
    pub fn centres(rules: &RasterRules, quads: &[Quad]) -> Self {
        let (cx, cy) = rules.centre();
        let mut out = Self::default();
        let Some(first) = quads.first() else {
            return out;
        };
        for k in 0..4 {
            let q = quads.get(k).unwrap_or(first);
            for i in 0..4 {
                out.x[k * 4 + i] = (q.x + (i & 1) as i32) as f32 + cx;
                out.y[k * 4 + i] = (q.y + (i >> 1) as i32) as f32 + cy;
            }
        }
        out
    }
}

/// The gradients of the weights of a primitive's second and third vertex over
/// the screen; the weight of the first is the remainder to 1.
#[derive(Clone, Copy, Debug)]
pub struct Gradients {
    x0: f32,
    y0: f32,
    dx: [f64; 2],
    dy: [f64; 2],
    /// Vertices of the primitive; values of the others must not matter, not
    /// even as `0 * NaN`.
    vertices: usize,
}

#[inline(always)]
fn wide([a, b, c]: [f32; 3]) -> [f64; 3] {
    [a.into(), b.into(), c.into()]
}

impl Gradients {
    fn at(rules: &RasterRules, vertices: usize, origin: Xy, dx: [f64; 2], dy: [f64; 2]) -> Self {
        let unit = f64::from(rules.subpixel.unit());
        Self {
            vertices,
            x0: (f64::from(origin.x) / unit) as f32,
            y0: (f64::from(origin.y) / unit) as f32,
            dx: [dx[0] * unit, dx[1] * unit],
            dy: [dy[0] * unit, dy[1] * unit],
        }
    }

    /// Over a triangle, whatever its winding.
    #[inline]
    pub fn triangle(rules: &RasterRules, triangle: &Triangle) -> Self {
        Self::over(rules, triangle.vertices(), triangle.area2())
    }

    /// Over three positions with twice the area `area2`, not zero.
    pub(crate) fn over(rules: &RasterRules, v: &[Xy; 3], area2: i64) -> Self {
        let [p, q, r] = v;
        // Exact: areas are below 2^53.
        let area = area2 as f64;
        Self::at(
            rules,
            3,
            *p,
            [f64::from(r.y - p.y) / area, f64::from(p.y - q.y) / area],
            [f64::from(p.x - r.x) / area, f64::from(q.x - p.x) / area],
        )
    }

    /// From `from` (weight of the first vertex 1) towards the second, whose
    /// weight grows by `dx` and `dy` per sub-pixel unit.
    pub(crate) fn between(rules: &RasterRules, from: Xy, dx: f64, dy: f64) -> Self {
        Self::at(rules, 2, from, [dx, 0.0], [dy, 0.0])
    }

    /// Everything as at the only vertex.
    pub(crate) fn constant(rules: &RasterRules, at: Xy) -> Self {
        Self::at(rules, 1, at, [0.0; 2], [0.0; 2])
    }

    fn plane(&self, d1: f64, d2: f64, c: f32) -> Plane {
        let d1 = if self.vertices >= 2 { d1 } else { 0.0 };
        let d2 = if self.vertices >= 3 { d2 } else { 0.0 };
        Plane {
            a: (d1 * self.dx[0] + d2 * self.dx[1]) as f32,
            b: (d1 * self.dy[0] + d2 * self.dy[1]) as f32,
            c,
            x0: self.x0,
            y0: self.y0,
        }
    }

    /// A value linear on the screen: depth, `1/w`, or an attribute drawn
    /// without perspective. Lines use the first two values, points the first.
    #[inline]
    pub fn linear(&self, values: [f32; 3]) -> Plane {
        let [v0, v1, v2] = wide(values);
        self.plane(v1 - v0, v2 - v0, values[0])
    }

    /// A value linear in space, given the reciprocal of clip w at each vertex.
    /// Evaluate with [`Plane::perspective_at`].
    #[inline]
    pub fn perspective(&self, values: [f32; 3], inv_w: [f32; 3]) -> Plane {
        let [v0, v1, v2] = wide(values);
        self.plane(
            (v1 - v0) * f64::from(inv_w[1]),
            (v2 - v0) * f64::from(inv_w[2]),
            values[0],
        )
    }
}
