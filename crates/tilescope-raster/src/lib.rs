//! Primitive setup, clipping, coverage and interpolation.
//!
//! ```text
//! clip -> (caller: divide, snap) -> setup | line | point
//!                                       |
//!   tiles_touched <- Convex -> walk -> Quad (coverage)
//!                                       |
//!                                interp (planes)
//! ```
//!
//! One rasteriser serves every family: an immediate-mode GPU is a tiler with
//! one tile. What differs between chips arrives as [`RasterRules`] (sub-pixel
//! bits, fill rule, sample positions) or as the rectangle handed to
//! [`Convex::walk`]; nothing here depends on the calling family.
//!
//! Three properties hold and are tested: the union of tiles is the whole
//! primitive, an edge shared by two primitives gives every sample to exactly
//! one of them, and coverage is computed in integers alone, so it is the same
//! on every host.
//!
//! ```
//! use tilescope_raster::{Gradients, RasterRules, Rect, Triangle, Xy};
//!
//! let rules = RasterRules::S12_4; // 1/16 pixel
//! let corners = [Xy::new(0, 0), Xy::new(64, 0), Xy::new(0, 64)];
//! let triangle = Triangle::new(&rules, corners)?;
//! let z = Gradients::triangle(&rules, &triangle).linear([0.0, 1.0, 0.5]);
//!
//! let mut pixels = 0;
//! triangle.shape().walk(Rect::new(0, 0, 64, 64), |quad| {
//!     pixels += quad.coverage.count_ones();
//!     assert!(z.at(quad.x as f32 + 0.5, quad.y as f32 + 0.5) <= 1.0);
//! });
//! // The diagonal is a right edge: its four centres are not covered.
//! assert_eq!(pixels, 3 + 2 + 1);
//! # Ok::<(), tilescope_raster::Rejected>(())
//! ```
//!
//! Not here: primitive assembly, which is `tilescope-draw`; depth, stencil and blending, which are `tilescope-output`; polygon
//! modes, conservative rasterisation, anti-aliased line coverage.

#![forbid(unsafe_code)]

pub mod clip;
pub mod coverage;
pub mod interp;
pub mod line;
pub mod offset;
pub mod point;
pub mod rules;
pub mod setup;
pub mod tiles;

pub use clip::{ClipPolygon, ClipVertex, ClipVolume, Clipped, DepthRange};
pub use coverage::{Convex, Quad, Rect};
pub use interp::{Gradients, Plane};
pub use line::{Line, LineRule, LineShape};
pub use point::{Point, PointRule, TOrigin};
pub use rules::{
    COORD_LIMIT, FillRule, OwnedEnd, OwnedSide, RasterRules, SamplePositions, SubpixelBits,
};
pub use setup::{Rejected, Triangle, Winding, Xy};
pub use tiles::{TileGrid, Tiles};
