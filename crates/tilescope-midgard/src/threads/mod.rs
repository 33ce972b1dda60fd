//! Threads of jobs: programs, the resources of a draw, and the shaders' view of the
//! device.

mod io;
mod programs;
mod resources;
mod storage;

pub(crate) use io::{FragmentThreads, Io, Threads};
pub(crate) use programs::{Loaded, Programs, report_runs, trapped};
pub(crate) use resources::Resources;
pub(crate) use storage::Storage;

/// Shader lanes that a unit of fuel pays for.
pub(crate) const LANES_PER_FUEL: u64 = 16;

/// Scratch memory of a worker that runs vertices or invocations.
#[derive(Debug, Default)]
pub(crate) struct ThreadScratch {
    /// The threads.
    pub group: crate::shader::Group,
    /// Texels.
    pub cache: crate::texture::Cache,
}
