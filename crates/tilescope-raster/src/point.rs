//! Points, rasterised as squares.

use crate::coverage::Convex;
use crate::interp::{Gradients, Plane};
use crate::line::{snap_extent, split};
use crate::rules::RasterRules;
use crate::setup::{Rejected, Xy};

/// The edge at which the second point coordinate is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TOrigin {
    /// At the side of smallest y.
    SmallestY,
    /// At the side of largest y.
    LargestY,
}

/// A chip's rules for points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointRule {
    /// Smaller points are drawn this size, in pixels. NaN sizes too.
    pub min_size: f32,
    /// Larger points are drawn this size, in pixels.
    pub max_size: f32,
    /// Direction of the second point coordinate.
    pub t_origin: TOrigin,
}

impl PointRule {
    /// VideoCore IV. The origin follows from Mesa's driver, which flips the
    /// second coordinate for upper-left origins and leaves it for lower-left.
    /// Sizes from 0.125 avoid HW-2726; 512 is the largest that the driver
    /// advertises.
    pub const VIDEOCORE_IV: Self = Self {
        min_size: 0.125,
        max_size: 512.0,
        t_origin: TOrigin::LargestY,
    };
}

/// A point ready to be walked, binned and interpolated.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    shape: Convex<4>,
    attributes: Gradients,
    coordinates: [Plane; 2],
}

impl Point {
    /// Sets up the square of `size` pixels round `centre`; the size is limited
    /// by the rule and rounded to the sub-pixel grid, at least 1 unit.
    ///
    /// # Errors
    /// [`Rejected::OutOfRange`] beyond [`crate::COORD_LIMIT`].
    pub fn new(
        rules: &RasterRules,
        rule: &PointRule,
        centre: Xy,
        size: f32,
    ) -> Result<Self, Rejected> {
        if !centre.in_range() {
            return Err(Rejected::OutOfRange);
        }
        let size = snap_extent(rules, size, rule.min_size, rule.max_size);
        let (low, high) = split(Xy::new(size, size));
        let (x0, x1) = (centre.x + low.x, centre.x + high.x);
        let (y0, y1) = (centre.y + low.y, centre.y + high.y);
        let corners = [
            Xy::new(x0, y0),
            Xy::new(x1, y0),
            Xy::new(x1, y1),
            Xy::new(x0, y1),
        ];
        let area2 = i64::from(size) * i64::from(size);
        let over = Gradients::over(rules, &[corners[0], corners[1], corners[3]], area2);
        let t = match rule.t_origin {
            TOrigin::SmallestY => [0.0, 0.0, 1.0],
            TOrigin::LargestY => [1.0, 1.0, 0.0],
        };
        Ok(Self {
            shape: Convex::new(rules, corners),
            attributes: Gradients::constant(rules, centre),
            coordinates: [over.linear([0.0, 1.0, 0.0]), over.linear(t)],
        })
    }

    /// The region covered.
    pub const fn shape(&self) -> &Convex<4> {
        &self.shape
    }

    /// For attributes of the vertex: constant.
    pub const fn gradients(&self) -> &Gradients {
        &self.attributes
    }

    /// The implicit point coordinates, 0 to 1 across the square: s towards
    /// larger x, t by the rule.
    pub const fn coordinates(&self) -> [Plane; 2] {
        self.coordinates
    }
}
