//! Tiler jobs, and the polygon lists that fragment jobs draw.
//!
//! ```text
//! list.rs      the polygon list in memory     job.rs       tiler jobs
//! primitive.rs primitives and their indices   screen.rs    viewport, culling, lines, points
//! assemble.rs  the draws of a list            vertices.rs  their vertices
//! ```
//!
//! The hardware writes bins of transformed primitives to the list and the heap; only it
//! reads them. Here a list has the addresses of tiler jobs, whose primitives are set up
//! by the fragment job. Like the hardware, that reads descriptors, positions and
//! varyings when it draws.

mod assemble;
mod job;
mod list;
mod primitive;
mod screen;
mod vertices;

pub(crate) use assemble::draws;
pub(crate) use job::run;
pub(crate) use screen::Placement;
