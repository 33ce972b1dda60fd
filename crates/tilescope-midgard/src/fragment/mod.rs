//! Fragment jobs: the tile buffer, what is drawn to it, and its write-back.
//!
//! ```text
//! framebuffer.rs framebuffers                rows.rs     decode of their surfaces
//! v4.rs v5.rs    framebuffers by architecture
//! format.rs      formats of the tile buffer
//! draw.rs        draws                        merge.rs    tests and blending
//! shade.rs       their shaders, for the passes of `tilescope-draw`
//! ends.rs        what is done for a shader before and after it
//! job.rs         a fragment job
//! ```

mod draw;
mod ends;
mod format;
mod framebuffer;
mod job;
mod merge;
mod rows;
mod shade;
mod v4;
mod v5;

pub use draw::Draw;
pub(crate) use ends::EndsOfShader;
pub use framebuffer::{Framebuffer, Tagged, Tiler};
pub(crate) use job::run;
pub use merge::Merge;

/// The tile buffer of an area.
pub type TileBuffer<'a, 'l> = tilescope_output::tile_buffer::TileBuffer<'a, 'l, crate::log::Port>;

/// Scratch memory of a worker.
pub(crate) type WorkerScratch =
    tilescope_draw::AreaScratch<draw::Scratch, { crate::shader::BATCHES }>;
