//! The profile of a process, as its jobs run.

use std::io;
use std::path::PathBuf;

use tilescope_core::profile::{Part as Work, Profile, Slice, Stage};
use tilescope_core::{Clock, GpuMemory};
use tilescope_families::Family;

use super::parts::{self, Part};
use super::{HostClock, Tables};

/// The number of calls that are written at once.
const CALLS: usize = 1024;

/// The profile of this process. A forked child begins a new one.
pub struct ProcessProfile {
    folder: PathBuf,
    process: u32,
    part: Option<Part>,
    /// Calls that are not written yet.
    calls: Vec<Slice>,
    jobs: u64,
    tables: Tables,
    /// Whether the trace cannot be written.
    failed: bool,
}

impl ProcessProfile {
    /// A profile whose trace is a part in `folder`.
    pub fn new(folder: PathBuf) -> ProcessProfile {
        ProcessProfile {
            folder,
            process: std::process::id(),
            part: None,
            calls: Vec::new(),
            jobs: 0,
            tables: Tables::default(),
            failed: false,
        }
    }

    /// Adds the profiles of a job, whose code is in `memory`.
    ///
    /// # Errors
    /// The first error of writing.
    pub fn job(
        &mut self,
        profiles: &[Profile],
        family: &dyn Family,
        memory: &dyn GpuMemory,
    ) -> io::Result<()> {
        self.enter();
        for profile in profiles {
            (self.tables).add(self.jobs, profile, family, memory, &|_| None);
        }
        self.jobs += 1;
        self.write_calls()?;
        profiles.iter().try_for_each(|p| self.write(&p.slices))
    }

    /// Adds a call of the kernel that began at `start` on this thread.
    ///
    /// # Errors
    /// The first error of writing.
    pub fn call(&mut self, name: &str, start: u64) -> io::Result<()> {
        self.enter();
        let call = Work {
            name: Some(name.to_owned()),
            ..Stage::Call.into()
        };
        let times = (start, HostClock.now());
        self.calls.push(Slice::of(call, HostClock.thread(), times));
        match self.calls.len() < CALLS {
            true => Ok(()),
            false => self.write_calls(),
        }
    }

    /// Writes what is not written yet, and returns the tables.
    ///
    /// # Errors
    /// The first error of writing.
    pub fn finish(&mut self) -> (Tables, io::Result<()>) {
        self.enter();
        let written = self.write_calls();
        (self.tables.clone(), written)
    }

    /// Forgets what a forked child has of its parent.
    fn enter(&mut self) {
        if self.process != std::process::id() {
            *self = ProcessProfile::new(std::mem::take(&mut self.folder));
        }
    }

    fn write_calls(&mut self) -> io::Result<()> {
        let calls = std::mem::take(&mut self.calls);
        self.write(&calls)
    }

    /// Writes slices, unless that has failed before.
    fn write(&mut self, slices: &[Slice]) -> io::Result<()> {
        if self.failed || slices.is_empty() {
            return Ok(());
        }
        let part = match &mut self.part {
            Some(part) => Ok(part),
            none => parts::begin(&self.folder).map(|part| none.insert(part)),
        };
        let written = part.and_then(|part| part.add(slices));
        self.failed = written.is_err();
        written
    }
}
