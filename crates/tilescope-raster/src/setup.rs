//! Triangle setup: winding, rejection, edge functions.

use crate::coverage::Convex;
use crate::rules::{COORD_LIMIT, RasterRules};

/// A position on the screen, in sub-pixel units of the chip
/// ([`crate::SubpixelBits`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Xy {
    /// Towards the right.
    pub x: i32,
    /// Towards later rows of memory.
    pub y: i32,
}

impl Xy {
    /// A position.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    pub(crate) const fn in_range(self) -> bool {
        self.x >= -COORD_LIMIT
            && self.x <= COORD_LIMIT
            && self.y >= -COORD_LIMIT
            && self.y <= COORD_LIMIT
    }
}

/// The reason why a primitive covers nothing in any rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejected {
    /// It has no area: two vertices coincide or all are on a line.
    Degenerate,
    /// A coordinate is beyond [`COORD_LIMIT`], which a chip with a guard band
    /// never produces.
    OutOfRange,
}

/// The sense in which the vertices of a triangle follow each other, as seen
/// with y growing **downwards**. For a chip whose y grows upwards it is the
/// opposite ([`Winding::flipped`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winding {
    /// Clockwise.
    Clockwise,
    /// Counter-clockwise.
    CounterClockwise,
}

impl Winding {
    /// The same triangle seen with y growing the other way.
    #[must_use]
    pub const fn flipped(self) -> Self {
        match self {
            Self::Clockwise => Self::CounterClockwise,
            Self::CounterClockwise => Self::Clockwise,
        }
    }
}

/// A triangle ready to be walked, binned and interpolated.
#[derive(Clone, Copy, Debug)]
pub struct Triangle {
    vertices: [Xy; 3],
    area2: i64,
    shape: Convex<3>,
}

impl Triangle {
    /// Sets up the triangle of `vertices`, in any winding.
    ///
    /// # Errors
    /// [`Rejected::OutOfRange`] beyond [`COORD_LIMIT`], [`Rejected::Degenerate`]
    /// without area. Culling by winding is the caller's: see
    /// [`Triangle::winding`].
    #[inline(always)]
    pub fn new(rules: &RasterRules, vertices: [Xy; 3]) -> Result<Self, Rejected> {
        if !vertices.iter().all(|v| v.in_range()) {
            return Err(Rejected::OutOfRange);
        }
        let [p, q, r] = vertices;
        let area2 = i64::from(q.x - p.x) * i64::from(r.y - p.y)
            - i64::from(q.y - p.y) * i64::from(r.x - p.x);
        let shape = match area2 {
            0 => return Err(Rejected::Degenerate),
            1.. => Convex::new(rules, [p, q, r]),
            _ => Convex::new(rules, [p, r, q]),
        };
        Ok(Self {
            vertices,
            area2,
            shape,
        })
    }

    /// The vertices as given.
    pub const fn vertices(&self) -> &[Xy; 3] {
        &self.vertices
    }

    /// Twice the signed area in square sub-pixel units: positive when
    /// [`Winding::Clockwise`].
    pub const fn area2(&self) -> i64 {
        self.area2
    }

    /// The winding, with y growing downwards.
    pub const fn winding(&self) -> Winding {
        if self.area2 > 0 {
            Winding::Clockwise
        } else {
            Winding::CounterClockwise
        }
    }

    /// The region covered.
    pub const fn shape(&self) -> &Convex<3> {
        &self.shape
    }
}
