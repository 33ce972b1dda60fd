//! Primitive set-up, clipping, coverage, interpolation, depth and stencil.
//!
//! ```text
//! indices -> assemble -> clip -> (family: divide, snap) -> setup | line | point
//!                                                             |
//!                         tiles_touched <- Convex -> walk -> Quad (coverage)
//!                                                             |
//!                                      interp (planes)  +  depth (Z24S8)
//! ```
//!
//! One rasteriser serves every family: an immediate-mode GPU is a tiler with
//! one tile. What differs between chips arrives as [`RasterRules`] (sub-pixel
//! bits, fill rule, sample positions) or as the rectangle handed to
//! [`Convex::walk`]; nothing here asks which family is calling.
//!
//! Three properties hold and are tested: the union of tiles is the whole
//! primitive, an edge shared by two primitives gives every sample to exactly
//! one of them, and coverage is computed in integers alone, so it is the same
//! on every host.
//!
//! Not here: blending (all first-family blending is shader work), polygon
//! modes, conservative rasterisation, anti-aliased line coverage.

#![forbid(unsafe_code)]

pub mod assemble;
pub mod clip;
pub mod coverage;
pub mod depth;
pub mod interp;
pub mod line;
pub mod point;
pub mod rules;
pub mod setup;
pub mod tiles;

pub use assemble::{Assembler, Primitive, Provoking, Topology};
pub use clip::{ClipPolygon, ClipVertex, ClipVolume, Clipped, DepthRange};
pub use coverage::{Convex, Quad, Rect};
pub use depth::{CompareFunc, DepthStencil, DepthTest, StencilFace, StencilOp};
pub use interp::{Gradients, Plane};
pub use line::{Line, LineRule, LineShape};
pub use point::{Point, PointRule};
pub use rules::{COORD_LIMIT, FillRule, RasterRules, SamplePositions, SubpixelBits};
pub use setup::{Rejected, Triangle, Winding, Xy};
pub use tiles::{TileGrid, Tiles};
