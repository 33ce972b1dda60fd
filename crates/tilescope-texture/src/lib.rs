//! Texture sampling: addressing, filtering, level of detail.
//!
//! ```text
//! s, t, r of 16 lanes --> [cube face] --> level of detail per quad
//!                                               |
//!       TexelSource <-- texel addresses <-- wrap, level, filter
//!            |
//!            +--> colour words --> blend within a level, between levels --> 16 words
//! ```
//!
//! [`sample16`] works on a vector of 16 lanes, four 2x2 pixel quads: bit 0 of a lane's number is
//! its x in the quad, bit 1 its y. The family provides the texels ([`TexelSource`]), for example
//! through a [`BlockCache`] or, by position, a [`TileCache`]. The rounding of the hardware is data ([`Precision`]).
//!
//! Filtering works on colour words (four fractions in bytes). Anything else (half floats, integers,
//! depth, slices of volumes, cubes without seams) is sampled by [`sample16_wide`], on four floats a
//! texel, or with nearest filters, which return the source's word unchanged; or a family gets the
//! texel of each lane from [`address16`] and reads it itself.
//!
//! [`sample16_fractions`] gives the floats of [`sample16_wide`] for colour words, all lanes at once.
//!
//! [`sample16_anisotropic`] takes the mean of several lookups along a pixel's footprint.
//!
//! [`gather16`] returns the texels that a linear filter would weight.
//!
//! Coordinates may be any bits: NaN counts as 0, infinities saturate or, where
//! they would repeat, count as 0.

#![forbid(unsafe_code)]

mod anisotropic;
mod axis;
mod blend;
mod cache;
mod cube;
mod either;
mod fractions;
mod image;
mod lod;
mod sample;
mod sampler;
mod tiles;
#[cfg(target_arch = "x86_64")]
mod vectors;
mod wide;

pub use anisotropic::sample16_anisotropic;
pub use cache::{BlockCache, Wanted};
pub use cube::{cube_direction, cube_face};
pub use either::EitherTiles;
pub use fractions::{sample16_fractions, takes_fractions};
pub use image::{Image, Minify, Shape};
pub use lod::Lod;
pub use sample::{Address, Quads, TexelSource, address16, sample16, sample16_reference};
pub use sampler::{
    Derivative, Filter, Footprint, Magnify, MinFilter, MipTie, Precision, Rounding, Sampler, Wrap,
};
pub use tiles::{TileAt, TileCache, TileSource, place_in_tile};
pub use wide::{WideSource, gather16, sample16_wide, sample16_wide_alone};

/// Lanes that are sampled at once.
pub const LANES: usize = 16;
