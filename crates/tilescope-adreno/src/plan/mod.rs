//! Decisions of the driver turnip as pure functions, each with its reason.
//!
//! What a driver decides before it writes a packet: places in on-chip memory, tiles, pipes, the
//! mode of a render pass, formats, layouts of images, flushes of caches, the engine of each copy.
//! The facts are those of Mesa 22.3.6, `src/freedreno`; files are named where they come from.

pub mod device;
pub mod engine;
pub mod explain;
pub mod flush;
pub mod formats;
pub mod freedreno;
pub mod gmem;
pub mod image;
pub mod mode;
pub mod scopes;
pub mod tiled;
pub mod tiles;

/// The reason for a decision.
pub trait Reason {
    /// The reason in words, as a clause.
    fn text(&self) -> &'static str;
}
