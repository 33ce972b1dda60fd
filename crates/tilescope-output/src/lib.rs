//! The output merger: fragment tests, blending and packing, tile by tile.
//!
//! ```text
//! alpha test -> depth bounds, stencil and depth test -> blend -> sRGB -> dither, pack
//!     -> logic operation -> masks -> tiles of an area -> TileMemory
//! ```
//!
//! A family decodes its registers to a [`Merger`] once per draw: [`ColorTarget`] and
//! [`DepthState`] hold what a pixel needs, resolved from a [`ColorConfig`] and a
//! [`DepthConfig`]. [`Area::bind`] joins it with the pixels of a part of the screen, and
//! [`Bound::draw`] takes sixteen fragments at a time.
//!
//! # Design
//! * **An area of 64x64 pixels is the unit of work.** Draws go over it one after the
//!   other; it reads a tile of 4x4 pixels when something depends on it, and stores what
//!   changed when it is left. For a family that draws to memory at once, an area is a
//!   cache; for a tiler it is (a part of) the tile buffer. The buffers themselves are
//!   the family's: [`TileMemory`], one [`Buffers`] for all of an area.
//! * **A sample is a layer of tiles.** Depth, stencil and colour of sample n are drawn by
//!   a call with [`Fragments::sample`] n. Surfaces in which samples are pixels side by
//!   side need one layer only.
//! * **Words of 32 bits.** A pixel has one to four, and no component is in two of them;
//!   words are kept in planes, so that sixteen lanes of a word are one vector. Formats of
//!   one word, which are nearly all, take a path of their own.
//! * **Depth as 24 bits over 8 of stencil** is tested in one word, also for 16 bits and
//!   for the opposite order, which are rotations of it. Floats, separate stencil,
//!   references of shaders and depth bounds have depth and stencil apart.
//! * **Nothing is allocated, hashed or dispatched per pixel.** Loops are over lanes; what
//!   differs between draws is matched outside of them. The functions are generic over
//!   [`Buffers`] and inlined into the caller, which may run them with the vectors of the
//!   host (`tilescope_exec::vectorised`).
//!
//! # What a family decides
//! The specifications leave open, or chips do differently: the matrix of [`Dither`], the
//! [precision](AlphaPrecision) of the alpha test, the order of samples of
//! [`AlphaToCoverage`], the [rounding](DepthRounding) of depth, integers that do not fit
//! ([`IntegerRange`]), and to which formats a logic operation applies. All of it is data.
//!
//! Not here: VideoCore IV's tile buffer, whose blending is shader work; it uses
//! [`DepthStencil`] and [`depth::z24`] alone. Early tests, which decide whether a shader
//! runs at all, are made by the caller with [`Bound::test`].

#![forbid(unsafe_code)]

pub mod alpha;
mod area;
pub mod blend;
mod compare;
pub mod depth;
mod depth_state;
mod dither;
pub mod encoding;
mod logic;
pub mod memory;
mod pixel;
pub mod srgb;
mod stencil;
mod target;
mod tiles;

pub use alpha::{AlphaPrecision, AlphaTest, AlphaToCoverage, MAX_SAMPLES};
pub use area::{Area, Bound, Fragments, MAX_TARGETS, Merger};
pub use blend::{Blend, BlendEquation, BlendFactor, BlendPart, Sources};
pub use compare::CompareFunc;
pub use depth::{DepthRounding, DepthStencil, DepthTest};
pub use depth_state::{DepthBits, DepthConfig, DepthFormat, DepthState};
pub use dither::Dither;
pub use encoding::{Colors, Encoding, IntegerRange};
pub use logic::LogicOp;
pub use memory::{AREA, Buffers, Run, TileMemory};
pub use pixel::{MAX_WORDS, PixelEncoding};
pub use stencil::{StencilFace, StencilOp};
pub use target::{ColorConfig, ColorTarget, Curve};
