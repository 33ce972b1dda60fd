//! Findings, events and dumps of one thread of work, buffered until they are
//! delivered in order.
//!
//! Tiles and batches run in any order and on any number of threads. Each writes
//! into its own log; the logs are delivered to the observer in the order of the
//! work, so that a run reports the same on every host.

use std::marker::PhantomData;

use crate::bus::{Port, Traffic};
use crate::counters::Counters;
use crate::diag::{Finding, Location, Rule, Unimplemented};
use crate::observe::{Dump, DumpKind, Event, Observer};
use crate::profile::{Began, Moved, Part, Profile, Slice, Stage, Work};

/// The number of different findings that one log keeps; repeats are counted.
const MAX_FINDINGS: usize = 256;
/// The number of events and dumps that one log keeps.
const MAX_EVENTS: usize = 4096;

/// The place of a finding, for detecting repeats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Site {
    /// A GPU address, for example of a record or a program.
    pub address: u64,
    /// A detail, for example the index of an instruction.
    pub detail: u32,
}

impl Site {
    /// The place of findings that are reported once, wherever they occur.
    pub const ANYWHERE: Site = Site {
        address: 0,
        detail: 0,
    };
}

impl From<(u64, u32)> for Site {
    fn from((address, detail): (u64, u32)) -> Self {
        Site { address, detail }
    }
}

/// For 32-bit buses.
impl From<(u32, u32)> for Site {
    fn from((address, detail): (u32, u32)) -> Self {
        Site::from((u64::from(address), detail))
    }
}

/// Findings, events, counts and dumps of one thread of work.
///
/// `P` are the family's ports, whose traffic is counted.
#[derive(Debug)]
pub struct Log<P> {
    /// The outer steps of every location made here.
    pub at: Location,
    /// Bytes moved.
    pub traffic: Traffic,
    /// One bit for each source that raised an interrupt; the family assigns the
    /// bits.
    pub raised: u32,
    /// Other counts.
    pub counters: Counters,
    findings: Vec<(Site, Finding)>,
    /// Findings, repeats included.
    occurrences: u64,
    /// The first finding that stops the hardware.
    stopped: Option<Box<Finding>>,
    /// Findings about code that did not run are wanted.
    unexecuted: bool,
    unimplemented: Vec<Unimplemented>,
    events: Vec<(Option<&'static str>, Event)>,
    dumps: Vec<Dump>,
    wanted: Vec<DumpKind>,
    /// Present if the observer has a clock.
    profile: Option<Box<Profile>>,
    /// The start of the submission.
    began: Began,
    ports: PhantomData<P>,
}

impl<P> Default for Log<P> {
    fn default() -> Self {
        Log {
            at: Location::default(),
            traffic: Traffic::default(),
            raised: 0,
            counters: Counters::default(),
            findings: Vec::new(),
            occurrences: 0,
            stopped: None,
            unexecuted: false,
            unimplemented: Vec::new(),
            events: Vec::new(),
            dumps: Vec::new(),
            wanted: Vec::new(),
            profile: None,
            began: Began::default(),
            ports: PhantomData,
        }
    }
}

impl<P: Port> Log<P> {
    /// An empty log whose locations start at `at`, asking for the dumps that
    /// `observer` wants.
    pub fn new(at: Location, observer: &dyn Observer) -> Self {
        let profile = observer.clock().map(|clock| Box::new(Profile::new(clock)));
        let mut log = Log {
            at,
            wanted: observer.wanted().to_vec(),
            unexecuted: observer.wants_unexecuted(),
            profile,
            ..Self::default()
        };
        log.began = log.begin();
        log
    }

    /// An empty log whose locations start at `at`, asking for no dumps, for a part of the work
    /// that has a profile if `profile` is one.
    pub fn within(at: Location, profile: Option<&Profile>) -> Self {
        Log {
            at,
            profile: profile.map(|profile| Box::new(profile.child())),
            ..Self::default()
        }
    }

    /// An empty log for a part of the work of this one.
    pub fn child(&self) -> Self {
        Log {
            at: self.at.clone(),
            wanted: self.wanted.clone(),
            unexecuted: self.unexecuted,
            profile: self.profile().map(|profile| Box::new(profile.child())),
            ..Self::default()
        }
    }

    /// The profile, if there is one.
    #[inline]
    pub fn profile(&self) -> Option<&Profile> {
        self.profile.as_deref()
    }

    /// The same, to be changed.
    #[inline]
    pub fn profile_mut(&mut self) -> Option<&mut Profile> {
        self.profile.as_deref_mut()
    }

    /// Counts texture fetches, one for each lane of a lookup, if there is a profile.
    #[inline]
    pub fn count_fetches(&mut self, lanes: u64) {
        if let Some(profile) = self.profile_mut() {
            profile.fetches += lanes;
        }
    }

    /// Data moved so far, without fetches if there is no profile.
    pub fn moved(&self) -> Moved {
        Moved {
            fetches: self.profile().map_or(0, |profile| profile.fetches),
            read: self.traffic.read.iter().sum(),
            written: self.traffic.written.iter().sum(),
        }
    }

    /// Begins a slice of the profile.
    #[inline]
    pub fn begin(&self) -> Began {
        Began(self.profile().map(|p| (p.clock().now(), self.moved())))
    }

    /// Ends a slice that began on the same thread. `part` is called if there is a profile.
    #[inline]
    pub fn end(&mut self, began: Began, part: impl FnOnce() -> Part) {
        if let Some(state) = began.0 {
            self.add_slice(state, part());
        }
    }

    /// Ends a slice, and adds it to the work of its draw.
    #[inline]
    pub fn end_work(&mut self, began: Began, part: impl FnOnce() -> Part) {
        let Some(state) = began.0 else {
            return;
        };
        let part = part();
        let (of, lanes) = ((part.draw, part.stage), part.lanes);
        if let Some((time, moved)) = self.add_slice(state, part)
            && let Some(profile) = self.profile_mut()
        {
            let work = Work { time, lanes, moved };
            profile.draws.entry(of).or_default().add(work);
        }
    }

    #[cold]
    fn add_slice(&mut self, (start, before): (u64, Moved), part: Part) -> Option<(u64, Moved)> {
        let moved = match part.stage {
            // Its draws may have logs of their own.
            Stage::Tile => Moved::default(),
            _ => self.moved().since(before),
        };
        let profile = self.profile.as_deref_mut()?;
        let (thread, end) = (profile.clock().thread(), profile.clock().now().max(start));
        let slice = Slice::of(part, thread, (start, end));
        profile.push(Slice { moved, ..slice });
        Some((end - start, moved))
    }

    /// Records a broken rule. `make` gives the location and the message; it is
    /// called for the first time at each `site` only.
    ///
    /// After a finding whose severity [stops](crate::Severity::stops) the hardware,
    /// [`Log::stopped`] returns it. Units check that after each record, primitive or shader thread,
    /// and end the submission there.
    pub fn find(
        &mut self,
        rule: &'static Rule,
        site: impl Into<Site>,
        make: impl FnOnce(&Location) -> (Location, String),
    ) {
        let site = site.into();
        self.occurrences += 1;
        if let Some(i) = self.known(site, rule) {
            self.findings[i].1.count += 1;
            if rule.severity.stops() && self.stopped.is_none() {
                self.stopped = Some(Box::new(self.findings[i].1.clone()));
            }
        } else if self.findings.len() < MAX_FINDINGS || rule.severity.stops() {
            let (at, message) = make(&self.at);
            self.push(site, Finding::new(rule, at, message));
        } else {
            self.counters.add("findings.dropped", 1);
        }
    }

    /// Records a broken rule that the hardware has not met, because the code did
    /// not run. It stops nothing.
    pub fn note(
        &mut self,
        rule: &'static Rule,
        site: impl Into<Site>,
        make: impl FnOnce(&Location) -> (Location, String),
    ) {
        let stopped = self.stopped.take();
        self.find(rule, site, make);
        self.stopped = stopped;
    }

    fn push(&mut self, site: Site, finding: Finding) {
        if finding.rule.severity.stops() && self.stopped.is_none() {
            self.stopped = Some(Box::new(finding.clone()));
        }
        self.findings.push((site, finding));
    }

    /// The first finding that stops the hardware, if there is one.
    pub fn stopped(&self) -> Option<&Finding> {
        self.stopped.as_deref()
    }

    /// Number of findings so far, repeats included. If it grows while a value
    /// is computed, that value is known to be wrong, and its consequences are
    /// not reported as findings.
    pub fn occurrences(&self) -> u64 {
        self.occurrences
    }

    /// Whether findings about code that did not run are wanted.
    pub fn wants_unexecuted(&self) -> bool {
        self.unexecuted
    }

    /// Records `finding`, which stopped the hardware, unless it is already
    /// recorded.
    pub fn ensure(&mut self, finding: &Finding) {
        let same = |f: &Finding| std::ptr::eq(f.rule, finding.rule) && f.at == finding.at;
        if !self.findings.iter().any(|(_, f)| same(f)) {
            // Recorded beyond the limit too: a run that stops must report why.
            self.push(Site::ANYWHERE, finding.clone());
        }
    }

    /// Whether it holds nothing but counts.
    pub fn is_silent(&self) -> bool {
        self.findings.is_empty()
            && self.unimplemented.is_empty()
            && self.events.is_empty()
            && self.dumps.is_empty()
            && self.raised == 0
    }

    fn known(&self, site: Site, rule: &'static Rule) -> Option<usize> {
        let same = |(s, f): &(Site, Finding)| *s == site && std::ptr::eq(f.rule, rule);
        self.findings.iter().position(same)
    }

    /// Records a feature that is not implemented.
    pub fn unimplemented(&mut self, what: &'static str) {
        match self.unimplemented.iter_mut().find(|u| u.what == what) {
            Some(u) => u.count += 1,
            None => self.unimplemented.push(Unimplemented {
                what,
                at: self.at.clone(),
                count: 1,
            }),
        }
    }

    /// Records an interrupt.
    pub fn interrupt(&mut self, name: &'static str, by: impl Into<String>) {
        if self.events.len() < MAX_EVENTS {
            self.events.push((
                None,
                Event::Interrupt {
                    name,
                    by: by.into(),
                },
            ));
        }
    }

    /// Records an interrupt whose repeats for the same `reason` are not visible
    /// to the host.
    pub fn interrupt_once(
        &mut self,
        reason: &'static str,
        name: &'static str,
        by: impl Into<String>,
    ) {
        let by = by.into();
        let known = self.events.iter().any(|(r, _)| *r == Some(reason));
        if !known && self.events.len() < MAX_EVENTS {
            let event = Event::Interrupt { name, by };
            self.events.push((Some(reason), event));
        }
    }

    /// Whether a dump of this kind is wanted.
    pub fn wants(&self, kind: DumpKind) -> bool {
        self.wanted.contains(&kind) && self.dumps.len() < MAX_EVENTS
    }

    /// Keeps a dump.
    pub fn dump(&mut self, dump: Dump) {
        self.dumps.push(dump);
    }

    /// The worst finding at `site`, where the thread stopped.
    pub fn fatal(&self, site: impl Into<Site>) -> Option<Finding> {
        let site = site.into();
        let here = self.findings.iter().filter(|(s, _)| *s == site);
        let worst = here.map(|(_, f)| f).max_by_key(|f| f.rule.severity);
        worst.cloned()
    }

    /// Appends the contents of `later`, which come after those of this log.
    pub fn append(&mut self, later: Log<P>) {
        self.occurrences += later.occurrences;
        if self.stopped.is_none() {
            self.stopped = later.stopped;
        }
        for (site, f) in later.findings {
            match self.known(site, f.rule) {
                Some(i) => self.findings[i].1.count += f.count,
                None if self.findings.len() < MAX_FINDINGS || f.rule.severity.stops() => {
                    self.push(site, f);
                }
                None => self.counters.add("findings.dropped", f.count),
            }
        }
        for u in later.unimplemented {
            match self.unimplemented.iter_mut().find(|v| v.what == u.what) {
                Some(v) => v.count += u.count,
                None => self.unimplemented.push(u),
            }
        }
        self.raised |= later.raised;
        for (reason, event) in later.events {
            if reason.is_none() || !self.events.iter().any(|(r, _)| *r == reason) {
                self.events.push((reason, event));
            }
        }
        self.events.truncate(MAX_EVENTS);
        self.dumps.extend(later.dumps);
        self.dumps.truncate(MAX_EVENTS);
        self.traffic.add(&later.traffic);
        self.counters.merge(&later.counters);
        if let (Some(profile), Some(later)) = (&mut self.profile, later.profile) {
            profile.append(*later);
        }
    }

    /// Delivers everything to `observer` and returns the counts.
    pub fn deliver(mut self, observer: &mut dyn Observer) -> Counters {
        let began = std::mem::take(&mut self.began);
        if self.profile.is_some() {
            let name = self.at.frames.first().map(ToString::to_string);
            self.end(began, || Part {
                name,
                ..Part::from(Stage::Submission)
            });
        }
        if let Some(profile) = self.profile.take() {
            observer.profile(*profile);
        }
        for (_, f) in self.findings {
            observer.finding(f);
        }
        for u in self.unimplemented {
            observer.unimplemented(u);
        }
        for (_, e) in self.events {
            observer.event(e);
        }
        for d in self.dumps {
            observer.dump(d);
        }
        let mut counters = self.counters;
        for port in P::ALL {
            let name = port.name();
            counters.add(
                format!("memory.{name}.read_bytes"),
                self.traffic.read[port.index()],
            );
            counters.add(
                format!("memory.{name}.write_bytes"),
                self.traffic.written[port.index()],
            );
        }
        counters
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Severity;

    #[derive(Clone, Copy, Debug)]
    struct One;

    impl Port for One {
        const ALL: &'static [Self] = &[One];

        fn name(self) -> &'static str {
            "one"
        }

        fn index(self) -> usize {
            0
        }
    }

    const fn rule(severity: Severity) -> Rule {
        Rule {
            id: "FAM-UNIT-001",
            severity,
            title: "something must hold of a word",
            hardware: "It does something else.",
            help: "Write something else.",
            source: "a document",
        }
    }

    static HANG: Rule = rule(Severity::Hang);
    static CORRUPT: Rule = rule(Severity::Corrupt);

    fn place(at: &Location) -> (Location, String) {
        (at.clone(), "found".to_owned())
    }

    #[test]
    fn only_hangs_and_faults_stop() {
        let mut log = Log::<One>::default();
        log.find(&CORRUPT, Site::ANYWHERE, place);
        assert_eq!(log.stopped(), None);
        log.note(&HANG, (1u32, 0), place);
        assert_eq!(log.stopped(), None, "the code did not run");
        log.find(&HANG, (1u32, 0), place);
        assert_eq!(log.stopped().map(|f| f.rule), Some(&HANG));
        assert_eq!(log.occurrences(), 3);
    }

    #[test]
    fn a_stop_survives_appending_beyond_the_limit() {
        let mut log = Log::<One>::default();
        for i in 0..=MAX_FINDINGS as u32 {
            log.find(&CORRUPT, (i, 0), place);
        }
        let mut later = log.child();
        assert_eq!(later.stopped(), None);
        later.find(&HANG, (1u64 << 40, 1), place);
        log.append(later);
        assert_eq!(log.stopped().map(|f| f.rule), Some(&HANG));
        assert!(log.fatal((1u64 << 40, 1)).is_some());
        assert!(log.fatal((0u32, 1)).is_none());
    }
}
