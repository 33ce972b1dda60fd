//! `--profile`: the trace of a run, and its tables.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::sync::Arc;

use tilescope_capture::Job;
use tilescope_core::{Clock, GpuMemory, Profile};
use tilescope_families::Family;
use tilescope_session::profile::{HostClock, Tables, Trace};

use crate::exit::Failure;
use crate::place;

/// The profile of a run.
pub struct Profiling<'p> {
    path: &'p Path,
    trace: Trace<BufWriter<File>>,
    /// The tables so far.
    pub tables: Tables,
}

/// Text and memory of code.
pub struct Code<'a> {
    /// The family that it is for.
    pub family: &'a dyn Family,
    /// The memory that it is in.
    pub memory: &'a dyn GpuMemory,
    /// The job that it was assembled for.
    pub job: Option<&'a Job>,
}

impl<'p> Profiling<'p> {
    /// A profile whose trace is written to `path`.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn start(path: &'p Path) -> Result<Profiling<'p>, Failure> {
        let file = File::create(path).map_err(|e| failure(path, &e))?;
        let trace = Trace::new(BufWriter::new(file), std::process::id(), "tilescope run");
        Ok(Profiling {
            path,
            trace: trace.map_err(|e| failure(path, &e))?,
            tables: Tables::default(),
        })
    }

    /// The clock of its devices.
    pub fn clock() -> Arc<dyn Clock> {
        Arc::new(HostClock)
    }

    /// Adds the profile of submission number `submission`.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(
        &mut self,
        submission: u64,
        profile: &Profile,
        code: &Code<'_>,
    ) -> Result<(), Failure> {
        let source = |address: u64| {
            let job = code.job?;
            let source = job.source_of(address, None)?;
            let file = place::of_file(&job.folder, source.file);
            Some((file, source.span.line))
        };
        (self.tables).add(submission, profile, code.family, code.memory, &source);
        let written = self.trace.add(&profile.slices);
        written.map_err(|e| failure(self.path, &e))
    }
}

fn failure(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot write {}: {error}", path.display()), None)
}
