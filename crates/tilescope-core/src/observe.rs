//! Observers of a running device: findings, events, counters and dumps.

use std::sync::Arc;

use crate::counters::Counters;
use crate::diag::{Finding, Location, Unimplemented};
use crate::profile::{Clock, Profile};

/// An event of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// An interrupt was raised.
    Interrupt {
        /// The hardware's name for it, for example `"host interrupt"` or `"binning done"`.
        name: &'static str,
        /// Its source, for example `"coordinate shader, QPU 0"`.
        by: String,
    },
}

/// A kind of internal state that a device can dump on demand. Families define them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DumpKind(&'static str);

impl DumpKind {
    /// The kind called `name` on the command line.
    pub const fn new(name: &'static str) -> Self {
        DumpKind(name)
    }

    /// The word used on the command line.
    pub const fn name(self) -> &'static str {
        self.0
    }
}

/// A dump of a part of a device's state, as rows of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dump {
    /// The kind that was requested.
    pub kind: DumpKind,
    /// The part of the device, and when it was dumped.
    pub title: String,
    /// Label and words of every row; `None` for words that were never written. Rows without words
    /// are lines of text.
    pub rows: Vec<(String, Vec<Option<u32>>)>,
}

/// Receives the reports of a device. Every method has an empty default.
pub trait Observer {
    /// A rule was broken.
    fn finding(&mut self, _finding: Finding) {}
    /// A feature is not implemented yet, and the run continued without it.
    fn unimplemented(&mut self, _missing: Unimplemented) {}
    /// An event occurred.
    fn event(&mut self, _event: Event) {}
    /// Counts of work that was started through registers. Those of a submission are
    /// in the [`Outcome`](crate::Outcome).
    fn counters(&mut self, _counters: &Counters) {}
    /// The kinds for which [`Observer::dump`] should be called. Making a dump costs
    /// time, so devices ask first.
    fn wanted(&self) -> &[DumpKind] {
        &[]
    }
    /// Whether findings about shader code that was loaded but did not run are
    /// wanted. Without them, a finding that stops the hardware is reported only
    /// where the hardware reaches it.
    fn wants_unexecuted(&self) -> bool {
        false
    }
    /// A dump of one of [`Observer::wanted`].
    fn dump(&mut self, _dump: Dump) {}
    /// The clock of profiles, if they are wanted. Profiling costs time, so devices ask first.
    fn clock(&self) -> Option<Arc<dyn Clock>> {
        None
    }
    /// The profile of a submission, or of work that was started through registers.
    fn profile(&mut self, _profile: Profile) {}
}

/// Ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {}

/// Stores everything, folding repeats of the same finding into one with a count.
#[derive(Debug, Default)]
pub struct Recorder {
    /// Findings, in the order of their first occurrence.
    pub findings: Vec<Finding>,
    /// The number of findings beyond [`Recorder::MAX_FINDINGS`] different ones.
    pub dropped_findings: u64,
    /// Features that were needed and are not implemented.
    pub unimplemented: Vec<Unimplemented>,
    /// Events, in order, up to [`Recorder::MAX_EVENTS`].
    pub events: Vec<Event>,
    /// The requested dumps, up to [`Recorder::MAX_DUMPS`].
    pub dumps: Vec<Dump>,
    /// Counts of work that was started through registers.
    pub counters: Counters,
    /// The kinds of dumps to request.
    pub wanted: Vec<DumpKind>,
    /// Whether to ask for findings about code that does not run.
    pub unexecuted: bool,
    /// The clock of profiles, if they are wanted.
    pub clock: Option<Arc<dyn Clock>>,
    /// Profiles, in the order of submissions.
    pub profiles: Vec<Profile>,
}

impl Recorder {
    /// The number of different findings that are stored.
    pub const MAX_FINDINGS: usize = 1000;
    /// The number of events that are stored.
    pub const MAX_EVENTS: usize = 10_000;
    /// The number of dumps that are stored.
    pub const MAX_DUMPS: usize = 1000;

    /// A recorder that requests the dumps in `wanted`.
    pub fn wanting(wanted: &[DumpKind]) -> Self {
        Recorder {
            wanted: wanted.to_vec(),
            ..Self::default()
        }
    }
}

impl Observer for Recorder {
    fn finding(&mut self, finding: Finding) {
        // One place in a program can break a rule in millions of threads, so values
        // that differ between threads (tile, lane, message) do not make a new
        // finding.
        let same = |f: &Finding| f.rule.id == finding.rule.id && same_place(&f.at, &finding.at);
        if let Some(old) = self.findings.iter_mut().find(|f| same(f)) {
            old.count += finding.count;
        } else if self.findings.len() < Self::MAX_FINDINGS {
            self.findings.push(finding);
        } else {
            self.dropped_findings += finding.count;
        }
    }

    fn unimplemented(&mut self, missing: Unimplemented) {
        match self
            .unimplemented
            .iter_mut()
            .find(|u| u.what == missing.what)
        {
            Some(u) => u.count += missing.count,
            None => self.unimplemented.push(missing),
        }
    }

    fn event(&mut self, event: Event) {
        if self.events.len() < Self::MAX_EVENTS {
            self.events.push(event);
        }
    }

    fn counters(&mut self, counters: &Counters) {
        self.counters.merge(counters);
    }

    fn wanted(&self) -> &[DumpKind] {
        match self.dumps.len() < Self::MAX_DUMPS {
            true => &self.wanted,
            false => &[],
        }
    }

    fn wants_unexecuted(&self) -> bool {
        self.unexecuted
    }

    fn clock(&self) -> Option<Arc<dyn Clock>> {
        self.clock.clone()
    }

    fn profile(&mut self, profile: Profile) {
        self.profiles.push(profile);
    }

    fn dump(&mut self, dump: Dump) {
        if self.dumps.len() < Self::MAX_DUMPS {
            self.dumps.push(dump);
        }
    }
}

fn same_place(a: &Location, b: &Location) -> bool {
    use crate::diag::Frame;
    let fixed = |f: &&Frame| !matches!(f, Frame::Tile(..) | Frame::Lane(_));
    a.bits == b.bits
        && a.frames
            .iter()
            .filter(fixed)
            .eq(b.frames.iter().filter(fixed))
}
