//! What a device tells its surroundings while it runs.

use crate::counters::Counters;
use crate::diag::{Finding, Location, Unimplemented};

/// Something that happened, in the order it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// An interrupt line rose: the hardware's name for it and who raised it.
    Interrupt {
        /// For example `"host interrupt"` or `"binning done"`.
        name: &'static str,
        /// For example `"coordinate shader, QPU 0"`.
        by: String,
    },
}

/// What a device can show of its insides on demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DumpKind {
    /// On-chip vertex and user memory around a shader batch.
    Vpm,
    /// Per-tile lists that the binner wrote.
    Tiles,
    /// Registers of a shader core when a program ended.
    Qpu,
}

impl DumpKind {
    /// The word used on the command line.
    pub fn name(self) -> &'static str {
        match self {
            DumpKind::Vpm => "vpm",
            DumpKind::Tiles => "tiles",
            DumpKind::Qpu => "qpu",
        }
    }
}

/// One piece of a device's insides as rows of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dump {
    /// Which kind was asked for.
    pub kind: DumpKind,
    /// What it is and when it was taken.
    pub title: String,
    /// Label and words of every row, with nothing for those that nobody wrote. Rows
    /// without words are lines of text.
    pub rows: Vec<(String, Vec<Option<u32>>)>,
}

/// Receives what a device has to say. Every method has an empty default.
pub trait Observer {
    /// A rule was broken.
    fn finding(&mut self, _finding: Finding) {}
    /// Something is not implemented yet and the run went on without it.
    fn unimplemented(&mut self, _missing: Unimplemented) {}
    /// Something happened.
    fn event(&mut self, _event: Event) {}
    /// What work that was started through registers counted. Work of a
    /// submission has its counts in the [`Outcome`](crate::Outcome).
    fn counters(&mut self, _counters: &Counters) {}
    /// Whether [`Observer::dump`] should be called for this kind. Making a dump
    /// costs time, so devices ask first.
    fn wants(&self, _kind: DumpKind) -> bool {
        false
    }
    /// A dump that [`Observer::wants`] asked for.
    fn dump(&mut self, _dump: Dump) {}
}

/// Listens to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {}

/// Keeps everything, folding repeats of the same finding into one with a count.
#[derive(Debug, Default)]
pub struct Recorder {
    /// Findings, in the order of their first occurrence.
    pub findings: Vec<Finding>,
    /// Findings dropped because [`Recorder::MAX_FINDINGS`] different ones were kept.
    pub dropped_findings: u64,
    /// What was needed and is not implemented.
    pub unimplemented: Vec<Unimplemented>,
    /// Events, in order, up to [`Recorder::MAX_EVENTS`].
    pub events: Vec<Event>,
    /// The dumps that were asked for, up to [`Recorder::MAX_DUMPS`].
    pub dumps: Vec<Dump>,
    /// What work started through registers counted.
    pub counters: Counters,
    /// Which dumps to ask for.
    pub wanted: Vec<DumpKind>,
}

impl Recorder {
    /// How many different findings are kept.
    pub const MAX_FINDINGS: usize = 1000;
    /// How many events are kept.
    pub const MAX_EVENTS: usize = 10_000;
    /// How many dumps are kept.
    pub const MAX_DUMPS: usize = 1000;

    /// A recorder that asks for the dumps in `wanted`.
    pub fn wanting(wanted: &[DumpKind]) -> Self {
        Recorder {
            wanted: wanted.to_vec(),
            ..Self::default()
        }
    }
}

impl Observer for Recorder {
    fn finding(&mut self, finding: Finding) {
        // One place in a program can break one rule in millions of threads, so
        // what varies between threads (tile, lane, message values) does not
        // make a new finding.
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

    fn wants(&self, kind: DumpKind) -> bool {
        self.wanted.contains(&kind) && self.dumps.len() < Self::MAX_DUMPS
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
