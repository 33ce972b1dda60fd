//! Wide lines, rasterised as parallelograms.

use crate::coverage::Convex;
use crate::interp::{Gradients, Plane};
use crate::rules::{COORD_LIMIT, RasterRules};
use crate::setup::{Rejected, Xy};

/// The shape that a wide line covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineShape {
    /// Widened along the minor axis: columns of pixels for a line nearer to
    /// horizontal, rows otherwise. GL's rule for aliased lines. A diagonal is
    /// treated as nearer to horizontal.
    MinorAxis,
    /// Widened at right angles to itself: a true rectangle.
    Perpendicular,
}

/// A chip's rules for lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineRule {
    /// The area covered.
    pub shape: LineShape,
    /// Narrower lines are drawn this wide, in pixels. NaN widths too.
    pub min_width: f32,
    /// Wider lines are drawn this wide, in pixels.
    pub max_width: f32,
}

impl LineRule {
    /// GL's aliased lines up to 32 pixels, the widest that Mesa's VideoCore IV
    /// driver advertises. The shape and the narrowest width have no source for
    /// any chip: the line rule of VideoCore IV is unknown.
    pub const GL: Self = Self {
        shape: LineShape::MinorAxis,
        min_width: 1.0 / 16.0,
        max_width: 32.0,
    };
}

/// A line ready to be walked, binned and interpolated.
///
/// Its ends are cut at the vertices and follow the fill rule, so joined
/// segments of a straight strip share no pixel. Coverage does not depend on
/// which vertex comes first.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    shape: Convex<4>,
    along: Gradients,
    across: Plane,
}

impl Line {
    /// Sets up the line between `ends`, `width` pixels wide before the rule's
    /// limits; the width is rounded to the sub-pixel grid, at least 1 unit.
    ///
    /// # Errors
    /// [`Rejected::OutOfRange`] beyond [`COORD_LIMIT`], [`Rejected::Degenerate`]
    /// without length.
    pub fn new(
        rules: &RasterRules,
        rule: &LineRule,
        ends: [Xy; 2],
        width: f32,
    ) -> Result<Self, Rejected> {
        if !ends.iter().all(|v| v.in_range()) {
            return Err(Rejected::OutOfRange);
        }
        let [p, q] = ends;
        if p == q {
            return Err(Rejected::Degenerate);
        }
        let (dx, dy) = (f64::from(q.x - p.x), f64::from(q.y - p.y));
        let width = snap_extent(rules, width, rule.min_width, rule.max_width);
        // The full width across, pointing to larger y (larger x if level), so
        // that coverage does not depend on the line's direction.
        let (span, along) = match rule.shape {
            LineShape::MinorAxis if dx.abs() >= dy.abs() => (
                Xy::new(0, width),
                Gradients::between(rules, p, 1.0 / dx, 0.0),
            ),
            LineShape::MinorAxis => (
                Xy::new(width, 0),
                Gradients::between(rules, p, 0.0, 1.0 / dy),
            ),
            LineShape::Perpendicular => {
                let squared = dx * dx + dy * dy;
                let scale = f64::from(width) / squared.sqrt();
                let (x, y) = ((-dy * scale).round() as i32, (dx * scale).round() as i32);
                let span = if y < 0 || (y == 0 && x < 0) {
                    Xy::new(-x, -y)
                } else {
                    Xy::new(x, y)
                };
                (
                    span,
                    Gradients::between(rules, p, dx / squared, dy / squared),
                )
            }
        };
        let (low, high) = split(span);
        let shift = |v: Xy, by: Xy| Xy::new(v.x + by.x, v.y + by.y);
        let (p_low, q_low) = (shift(p, low), shift(q, low));
        let (p_high, q_high) = (shift(p, high), shift(q, high));
        let area =
            i64::from(q.x - p.x) * i64::from(span.y) - i64::from(q.y - p.y) * i64::from(span.x);
        let corners = match area {
            0 => return Err(Rejected::Degenerate),
            1.. => [p_low, q_low, q_high, p_high],
            _ => [p_low, p_high, q_high, q_low],
        };
        Ok(Self {
            shape: Convex::new(rules, corners),
            along,
            across: Gradients::over(rules, &[p_low, q_low, p_high], area).linear([0.0, 0.0, 1.0]),
        })
    }

    /// The region covered.
    pub const fn shape(&self) -> &Convex<4> {
        &self.shape
    }

    /// For attributes of the two ends; for [`LineShape::MinorAxis`] they change
    /// along the major axis only.
    pub const fn gradients(&self) -> &Gradients {
        &self.along
    }

    /// The implicit line coordinate: 0 at one side, 1 at the other (Mesa's V3D
    /// line smoothing relies on that range). Across [`LineShape::MinorAxis`]
    /// lines it grows with the minor axis, across others with y, or with x if
    /// they are vertical; which way hardware has it is unknown.
    pub const fn coordinate(&self) -> Plane {
        self.across
    }
}

/// A width or size in pixels as sub-pixel units, between the limits, at least
/// 1 and at most [`COORD_LIMIT`]. NaN counts as the smallest.
pub(crate) fn snap_extent(rules: &RasterRules, pixels: f32, min: f32, max: f32) -> i32 {
    // `max` of NaN and a number is the number.
    let pixels = f64::from(pixels.max(min).min(max));
    let units = (pixels * f64::from(rules.subpixel.unit())).round();
    // The cast saturates and turns NaN into 0.
    (units as i32).clamp(1, COORD_LIMIT)
}

/// Offsets from the middle to the low and high end of `span`, whose difference
/// is exactly `span` even when it is odd.
pub(crate) fn split(span: Xy) -> (Xy, Xy) {
    let low = Xy::new(-(span.x >> 1), -(span.y >> 1));
    (low, Xy::new(span.x + low.x, span.y + low.y))
}
