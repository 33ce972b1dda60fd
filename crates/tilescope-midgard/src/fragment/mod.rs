//! Fragment jobs: the tile buffer, what is drawn to it, and its write-back.
//!
//! ```text
//! framebuffer.rs decode of framebuffer descriptors      v4.rs v5.rs by architecture
//! format.rs      formats of the tile buffer             surface.rs  pixels in memory
//! tile.rs        the tile buffer of an area             writeback.rs its way to memory
//! job.rs         a fragment job
//! ```

mod draw;
mod format;
mod framebuffer;
mod job;
mod surface;
mod tile;
mod v4;
mod v5;
mod writeback;

pub use framebuffer::Framebuffer;
pub(crate) use job::run;

/// Scratch memory of a worker.
pub(crate) type WorkerScratch = tilescope_draw::AreaScratch<(), { draw::BATCHES }>;
