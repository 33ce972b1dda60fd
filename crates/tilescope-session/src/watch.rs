//! The watcher of a kernel: it collects, shows and records the activity of
//! jobs.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tilescope_capture::tscap::manifest::{Address, Surface};
use tilescope_capture::tscap::{Recorder, Taken};
use tilescope_core::{
    AddressSpace, Clock, Counters, Event, Finding, GpuMemory, Observer, Outcome, Profile, Severity,
    Status, Unimplemented,
};
use tilescope_families::Family;
use tilescope_kernel::{Job, Notes, Output, Watcher};

use crate::log::{self, Record};
use crate::options::Lint;
use crate::profile::{HostClock, ProcessProfile, Tables};
use crate::session::warn;
use crate::show::{self, excerpt};

/// The number of different findings that are kept.
const MAX_FINDINGS: usize = 1000;

/// The findings and counters so far, shared by the watcher and the final report.
pub struct Seen {
    /// In the order of their first occurrence.
    findings: Vec<show::Finding>,
    /// The index of each finding in the list, by rule and kind of place.
    known: BTreeMap<(&'static str, String), usize>,
    dropped: u64,
    unimplemented: BTreeMap<&'static str, u64>,
    counters: BTreeMap<String, u64>,
    jobs: u64,
    stopped: u64,
    log: Option<File>,
    lint: Lint,
    /// Whether findings have colour.
    color: bool,
    /// The process of these findings.
    process: u32,
}

/// The watcher of one kernel.
pub struct Watch {
    /// The family of its chip.
    family: &'static dyn Family,
    seen: Arc<Mutex<Seen>>,
    /// The recorder of submissions.
    pub recorder: Option<Arc<Mutex<Recorder>>>,
    notes: Notes,
    /// The file for the dump of a hung job.
    pub dump: Option<PathBuf>,
    /// The profile of the process.
    pub profile: Option<Arc<Mutex<ProcessProfile>>>,
    /// Profiles of the current job.
    profiles: Vec<Profile>,
    /// New findings of the current job, shown when it is done: its memory is not accessible while
    /// it runs.
    fresh: Vec<(usize, Finding)>,
    /// Whether a job is running.
    within: bool,
}

impl Seen {
    pub fn new(lint: Lint, color: bool, log: Option<File>) -> Arc<Mutex<Seen>> {
        Arc::new(Mutex::new(Seen {
            findings: Vec::new(),
            known: BTreeMap::new(),
            dropped: 0,
            unimplemented: BTreeMap::new(),
            counters: BTreeMap::new(),
            jobs: 0,
            stopped: 0,
            log,
            lint,
            color,
            process: std::process::id(),
        }))
    }

    /// Whether a job was submitted, or refused with a finding.
    pub fn has_work(&self) -> bool {
        self.jobs > 0 || !self.findings.is_empty()
    }

    /// Writes the record of the whole process.
    pub fn finish(&mut self, program: &str, profile: Option<Tables>) {
        let unimplemented = self.unimplemented.iter();
        let process = log::Process {
            process: self.process,
            program: program.to_owned(),
            jobs: self.jobs,
            stopped: self.stopped,
            findings: self.findings.clone(),
            findings_dropped: self.dropped,
            unimplemented: unimplemented
                .map(|(what, n)| ((*what).to_owned(), *n))
                .collect(),
            counters: self.counters.clone(),
            profile,
        };
        self.write(&Record::Process(process));
    }

    fn write(&mut self, record: &Record) {
        if let Some(log) = &mut self.log {
            // A full disk must not end the program.
            let _ = log::append(log, record);
        }
    }

    fn add(&mut self, counters: &Counters) {
        for (name, value) in counters.iter() {
            *self.counters.entry(name.to_owned()).or_default() += value;
        }
    }
}

impl Watch {
    /// A watcher that neither records nor profiles.
    pub fn new(family: &'static dyn Family, seen: Arc<Mutex<Seen>>, notes: Notes) -> Watch {
        Watch {
            family,
            seen,
            recorder: None,
            notes,
            dump: None,
            profile: None,
            profiles: Vec::new(),
            fresh: Vec::new(),
            within: false,
        }
    }

    /// Adds a finding; returns its number, or `None` for a repeat.
    fn keep(&mut self, finding: &Finding) -> Option<usize> {
        let mut seen = self.seen();
        let place = (finding.rule.id, finding.at.kind());
        if let Some(&at) = seen.known.get(&place) {
            // Repeats are counted, not shown.
            seen.findings[at].count += finding.count;
            return None;
        }
        if seen.findings.len() == MAX_FINDINGS {
            seen.dropped += finding.count;
            return None;
        }
        let at = seen.findings.len();
        seen.known.insert(place, at);
        let kept = excerpt::with_source(finding, self.family, None, &AddressSpace::new());
        seen.findings.push(kept);
        Some(at)
    }

    /// Shows finding number `at` with its listing.
    fn show(&mut self, at: usize, finding: &Finding, memory: &dyn GpuMemory) {
        let mut seen = self.seen();
        let Some(kept) = seen.findings.get_mut(at) else {
            return;
        };
        *kept = show::Finding {
            count: kept.count,
            ..excerpt::with_source(finding, self.family, None, memory)
        };
        let kept = kept.clone();
        if seen.lint != Lint::Severe || finding.rule.severity >= Severity::Fault {
            // Errors of standard error cannot be reported.
            let text = kept.styled(show::WIDTH);
            let text = if seen.color { text.ansi() } else { text.text() };
            let text = format!("tilescope: {text}");
            let _ = std::io::stderr().write_all(text.as_bytes());
        }
        let process = seen.process;
        seen.write(&Record::Finding {
            process,
            finding: kept,
        });
    }

    /// Calls the recorder, if there is one. An error ends the recording and is reported; it does
    /// not end the program.
    fn record(&mut self, act: impl FnOnce(&mut Recorder) -> Result<(), String>) {
        let Some(recorder) = &self.recorder else {
            return;
        };
        let mut recorder = recorder.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(why) = act(&mut recorder) {
            drop(recorder);
            warn(&format!("recording stopped: {why}"));
            let mut seen = self.seen();
            let process = seen.process;
            seen.write(&Record::RecordingStopped { process, why });
        }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        lock(&self.seen)
    }
}

/// The findings and counters of this process: a forked child starts with none.
pub fn lock(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if seen.process != process {
        seen.process = process;
        seen.findings.clear();
        seen.known.clear();
        seen.dropped = 0;
        seen.unimplemented.clear();
        seen.counters.clear();
        (seen.jobs, seen.stopped) = (0, 0);
    }
    seen
}

/// Reports that the trace of a profile cannot be written. It does not end the program.
pub fn warn_of_profile(written: std::io::Result<()>) {
    if let Err(e) = written {
        warn(&format!("the trace of the profile stopped: {e}"));
    }
}

/// A job in the form of captures.
fn taken<'a>(job: &Job<'a>) -> Taken<'a> {
    let target = |o: &Output| Surface {
        name: o.name.to_owned(),
        address: Address(o.address),
        width: o.width,
        height: o.height,
        bits: o.bits,
        stride: o.stride,
        source: o.source.map(Address),
    };
    Taken {
        seqno: job.seqno,
        file: job.file.number(),
        submission: job.submission,
        memory: job.memory,
        targets: job.outputs.iter().map(target).collect(),
    }
}

impl Watcher for Watch {
    fn observer(&mut self) -> &mut dyn Observer {
        self
    }

    fn notes(&self) -> Notes {
        self.notes
    }

    fn refused(&mut self, finding: Finding, memory: &AddressSpace) {
        if let Some(at) = self.keep(&finding) {
            self.show(at, &finding, memory);
        }
    }

    fn wants_dump(&self) -> bool {
        self.dump.is_some()
    }

    fn dump(&mut self, dump: &[u8]) {
        let Some(path) = &self.dump else { return };
        // With several processes, the dump of the first one that hangs is kept.
        let made = File::create_new(path).and_then(|mut file| {
            let written = file.write_all(dump);
            if written.is_err() {
                // A partial dump is useless, and would prevent the next one.
                let _ = std::fs::remove_file(path);
            }
            written
        });
        match made {
            Ok(()) => warn(&format!(
                "the dump of the hung job is in {}",
                path.display()
            )),
            Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
            Err(e) => warn(&format!("cannot write {}: {e}", path.display())),
        }
    }

    fn before(&mut self, job: &Job<'_>) {
        self.within = true;
        self.record(|recorder| recorder.before(&taken(job)));
    }

    fn after(&mut self, job: &Job<'_>, outcome: &Outcome) {
        if let Some(written) = job.written {
            self.record(|recorder| recorder.after(job.memory, written, &outcome.status));
        }
        self.within = false;
        let profiles = std::mem::take(&mut self.profiles);
        if let Some(profile) = &self.profile {
            let mut profile = profile.lock().unwrap_or_else(PoisonError::into_inner);
            warn_of_profile(profile.job(&profiles, self.family, job.memory));
        }
        for (at, finding) in std::mem::take(&mut self.fresh) {
            self.show(at, &finding, job.memory);
        }
        let mut seen = self.seen();
        seen.jobs += 1;
        seen.stopped += u64::from(outcome.status != Status::Done);
        seen.add(&outcome.counters);
    }
}

impl Observer for Watch {
    fn finding(&mut self, finding: Finding) {
        match (self.keep(&finding), self.within) {
            (Some(at), true) => self.fresh.push((at, finding)),
            (Some(at), false) => self.show(at, &finding, &AddressSpace::new()),
            (None, _) => {}
        }
    }

    fn unimplemented(&mut self, missing: Unimplemented) {
        *self.seen().unimplemented.entry(missing.what).or_default() += missing.count;
    }

    fn event(&mut self, _event: Event) {}

    fn clock(&self) -> Option<Arc<dyn Clock>> {
        let clock = || Arc::new(HostClock) as Arc<dyn Clock>;
        self.profile.as_ref().map(|_| clock())
    }

    fn profile(&mut self, profile: Profile) {
        self.profiles.push(profile);
    }

    fn counters(&mut self, counters: &Counters) {
        self.seen().add(counters);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilescope_core::{Frame, Location};

    #[test]
    fn a_rule_broken_in_every_job_is_one_finding() {
        let rule = &tilescope_vc4::rules::vpm::TOTAL_SIZE_MISMATCH;
        let seen = Seen::new(Lint::Severe, false, None);
        let family = tilescope_families::ALL.chip("bcm2837").unwrap().family;
        let mut watch = Watch::new(family, seen.clone(), Notes::None);
        for job in 0..3 {
            let at = Location::new()
                .inside(Frame::Submission(job, format!("job {job}").into()))
                .inside(Frame::Record("GL shader record", u64::from(job) * 64));
            watch.finding(Finding::new(rule, at, format!("in job {job}")));
        }
        let seen = lock(&seen);
        assert_eq!(seen.findings.len(), 1);
        assert_eq!(seen.findings[0].count, 3);
        assert_eq!(seen.findings[0].message, "in job 0");
    }
}
