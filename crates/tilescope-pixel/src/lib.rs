//! Pixel formats, memory layouts and compressed blocks.
//!
//! * [`Format`]: the meaning of the bits of a texel; one row of [`format::TABLE`] each.
//! * [`Packed`]: the same, for formats that are products of channels, widths and classes.
//! * [`texel`]: the same, with formats that are not channels side by side.
//! * [`TexelPlane`]: texels in memory, a tile of 4x4 at a time.
//! * [`runs`]: elements of buffers that follow each other.
//! * [`Layout`]: the order of texels in memory; one row of [`layouts`] each.
//! * [`elements`]: offsets and sizes of images of texels or of compressed blocks; [`afbc`]: the form
//!   of compressed frame buffers.
//! * [`Surface`]: a layout with a size and strides, which converts (x, y) to
//!   byte offsets and back, and converts whole images.
//! * [`Mover`]: transfers of rectangles between surfaces in memory and [`Block`]s.
//! * [`pieces`]: parts of rectangles that are consecutive in memory.
//! * [`transform`]: conversion of rows of pixels between formats.
//! * [`etc1`], [`etc2`], [`eac`], [`s3tc`], [`rgtc`], [`bptc`], [`astc`]: compressed blocks.
//! * [`Compression`]: the compressed formats, decoded to colour words or floats.
//! * [`fields`]: conversion of pixels between arrangements of channels.
//! * [`Swizzle`]: the components that channels take.
//! * [`Dither`]: ordered dithering for narrow framebuffers.
//!
//! Everything here is family-neutral: a family maps its own type codes to these
//! rows and passes its unknowns as data ([`Widen`], [`Narrow`], [`Dither`]).
//!
//! A *colour word* is 32 bits with red in byte 0, green in byte 1, blue in byte 2
//! and alpha in byte 3, each an 8-bit fraction of 255.

#![forbid(unsafe_code)]

pub mod afbc;
pub mod astc;
pub mod bptc;
pub mod channel;
mod compressed;
mod dither;
pub mod eac;
pub mod elements;
pub mod etc1;
pub mod etc2;
pub mod fields;
pub mod format;
mod layout;
pub mod layouts;
mod mover;
pub mod packed;
mod pattern;
pub mod pieces;
mod rect;
pub mod rgtc;
pub mod runs;
pub mod s3tc;
pub mod srgb;
mod surface;
mod swizzle;
pub mod texel;
mod texel_plane;
pub mod transform;

pub use channel::{Narrow, Widen};
pub use compressed::{AstcDecoder, Compression, astc_decoder, astc_tile};
pub use dither::Dither;
pub use format::{Codec, Format, FormatRow, Storage};
pub use layout::{Layout, TileOrder};
pub use mover::{BLOCK_HEIGHT, BLOCK_WIDTH, Block, Mover};
pub use packed::{Class, Packed};
pub use pattern::Pattern;
pub use rect::Rect;
pub use surface::{OutOfBounds, Run, Surface};
pub use swizzle::{Source, Swizzle};
pub use texel_plane::{TexelMemory, TexelPlane};
