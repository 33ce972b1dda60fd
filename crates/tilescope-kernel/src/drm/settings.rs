//! Settings of a device.

use std::sync::Arc;

use tilescope_core::{Fuel, Workers};

use super::fence::Fences;

/// The treatment of accepted jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Jobs {
    /// They run.
    #[default]
    Run,
    /// They count as done at once. Memory that they would have written is
    /// unchanged.
    Skip,
}

/// The thread that runs jobs.
#[derive(Clone, Default)]
pub enum Execution {
    /// The submitting thread, before the submission returns.
    #[default]
    Submitter,
    /// A thread of the embedder that calls [`Calls::work`](super::calls::Calls::work). Jobs run in the
    /// order of their numbers; results and reports are the same.
    Worker(Queue),
}

/// The queue of jobs for a worker.
#[derive(Clone)]
pub struct Queue {
    /// The largest number of waiting jobs: further submissions block.
    pub limit: usize,
    /// Called when a job was queued: a worker must then be running.
    pub wake: Arc<dyn Fn() + Send + Sync>,
}

/// Whether synchronisation objects have timelines, of drivers that have them in some versions of
/// Linux only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Timelines {
    /// They do not, as in the version that the driver is of.
    #[default]
    Absent,
    /// They do, as in later versions.
    Present,
}

/// The settings of a device, the same for all drivers.
pub struct Settings {
    /// Timelines of synchronisation objects.
    pub timelines: Timelines,
    /// The treatment of accepted jobs.
    pub jobs: Jobs,
    /// The thread that runs them.
    pub execution: Execution,
    /// Fences, shared with the other kernels of the process.
    pub fences: Arc<Fences>,
    /// The fuel of one job.
    pub fuel: Fuel,
    /// The workers for independent parts of a job.
    pub workers: Arc<dyn Workers + Send + Sync>,
    /// The number of buffers with a separate file. Buffers beyond it can be
    /// shared only before they are mapped; see [`super::pages`].
    pub own_files: usize,
}
