//! The output merger: fragment tests, blending and packing, tile by tile.
//!
//! ```text
//! alpha test -> depth bounds, stencil and depth test -> blend -> sRGB -> dither, pack
//!     -> logic operation -> masks -> tiles of an area -> TileMemory
//! ```
//!
//! A family decodes its registers to a [`Merger`] once per draw: [`ColorTarget`] and
//! [`DepthState`] are resolved from a [`ColorConfig`] and a [`DepthConfig`].
//! [`Area::bind`] combines it with the pixels of a part of the screen, and
//! [`Bound::draw`] draws sixteen fragments at a time.
//!
//! # Design
//! * **An area of 64x64 pixels is the unit of work.** Draws are applied to it in order.
//!   A tile of 4x4 pixels is read when a result depends on it; changed tiles are stored
//!   when the area is complete. In an immediate-mode GPU an area is a cache; in a tiler
//!   it is (a part of) the tile buffer. The family implements access to its buffers:
//!   [`TileMemory`] for one, [`Buffers`] for all of them.
//! * **A sample is a layer of tiles.** Depth, stencil and colour of sample n are drawn by
//!   a call with [`Fragments::sample`] n. Surfaces that store samples as adjacent pixels
//!   need one layer only.
//! * **Words of 32 bits.** A pixel has one to four, and no component is in two of them.
//!   Each word has its own plane, so that sixteen lanes of a word are one vector. Formats
//!   of one word have a fast path.
//! * **24 bits of depth over 8 of stencil** are tested in one word. Depth of 16 bits and
//!   the opposite order are rotations of that word. Float depth, separate stencil,
//!   shader references and depth bounds use separate arrays of depth and stencil.
//! * **No allocation, hashing or dynamic dispatch per pixel.** Loops are over lanes; the
//!   state of a draw is matched outside of them. The functions are generic over
//!   [`Buffers`] and inlined into the caller, which may run them with the vectors of the
//!   host (`tilescope_exec::vectorised`).
//!
//! # Decisions of a family
//! Data for behaviour that the specifications leave open or that differs between chips:
//! the matrix of [`Dither`], the [precision](AlphaPrecision) of the alpha test, the order of samples of
//! [`AlphaToCoverage`], the [rounding](DepthRounding) of depth, integers that do not fit
//! ([`IntegerRange`]), and the formats to which a logic operation applies.
//!
//! Not here: VideoCore IV's tile buffer. Blending is shader work there; the family uses
//! [`DepthStencil`] and [`depth::z24`] alone. For early tests, before the shader runs,
//! the caller uses [`Bound::test`].

#![forbid(unsafe_code)]

pub mod alpha;
mod area;
pub mod blend;
mod bound;
mod compare;
pub mod depth;
mod depth_fields;
mod depth_state;
mod dither;
pub mod encoding;
mod logic;
pub mod memory;
mod pixel;
mod square;
mod stencil;
mod target;
pub mod tile_buffer;
mod tiles;

pub use alpha::{AlphaPrecision, AlphaTest, AlphaToCoverage, MAX_SAMPLES};
pub use area::{Area, MAX_TARGETS, Merger, Plane};
pub use blend::{Blend, BlendEquation, BlendFactor, BlendPart, Sources};
pub use bound::{Bound, Fragments};
pub use compare::CompareFunc;
pub use depth::{DepthRounding, DepthStencil, DepthTest};
pub use depth_fields::{DepthFields, DepthPixels};
pub use depth_state::{DepthBits, DepthConfig, DepthFormat, DepthState};
pub use dither::Dither;
pub use encoding::{Channels, Colors, Encoding, IntegerRange};
pub use logic::{LogicOp, TernaryOp};
pub use memory::{AREA, Buffers, Run, TileMemory};
pub use pixel::{MAX_WORDS, PixelEncoding};
pub use square::Square;
pub use stencil::{StencilFace, StencilOp};
pub use target::{ColorConfig, ColorTarget, Curve};
