//! Listens to the kernel.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tilescope_core::{
    Counters, Event, Finding, Observer, Outcome, Recorder, Severity, Status, Unimplemented,
};
use tilescope_kernel::{Job, Watcher};

use crate::log::{self, Record};
use crate::options::Lint;

/// What was seen so far, shared by the watcher and the end of the run.
pub struct Seen {
    recorder: Recorder,
    counters: BTreeMap<String, u64>,
    jobs: u64,
    stopped: u64,
    log: Option<File>,
    lint: Lint,
    /// The process that all this is about.
    process: u32,
}

/// The watcher of one kernel.
pub struct Watch {
    seen: Arc<Mutex<Seen>>,
}

impl Seen {
    pub fn new(lint: Lint, log: Option<File>) -> Arc<Mutex<Seen>> {
        Arc::new(Mutex::new(Seen {
            recorder: Recorder::default(),
            counters: BTreeMap::new(),
            jobs: 0,
            stopped: 0,
            log,
            lint,
            process: std::process::id(),
        }))
    }

    /// Writes the record of the whole process.
    pub fn finish(&mut self, program: &str) {
        let unimplemented = self.recorder.unimplemented.iter();
        let process = log::Process {
            process: self.process,
            program: program.to_owned(),
            jobs: self.jobs,
            stopped: self.stopped,
            findings: self.recorder.findings.iter().map(record).collect(),
            findings_dropped: self.recorder.dropped_findings,
            unimplemented: unimplemented
                .map(|u| (u.what.to_owned(), u.count))
                .collect(),
            counters: self.counters.clone(),
        };
        self.write(&Record::Process(process));
    }

    fn write(&mut self, record: &Record) {
        if let Some(log) = &mut self.log {
            // A full disk must not end the program that is being run.
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
    pub fn new(seen: Arc<Mutex<Seen>>) -> Watch {
        Watch { seen }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        lock(&self.seen)
    }
}

/// What was seen by this process: a forked child begins with nothing.
pub fn lock(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if seen.process != process {
        seen.process = process;
        seen.recorder = Recorder::default();
        seen.counters.clear();
        (seen.jobs, seen.stopped) = (0, 0);
    }
    seen
}

fn record(finding: &Finding) -> log::Finding {
    log::Finding {
        rule: finding.rule.id.to_owned(),
        message: finding.message.clone(),
        location: finding.at.to_string(),
        count: finding.count,
    }
}

/// A finding for people, while the program runs.
fn text(finding: &Finding) -> String {
    let rule = finding.rule;
    format!(
        "tilescope: {}[{}]: {}\n  {}\n  in {}\n  hardware: {}\n  mend: {}\n",
        rule.severity, rule.id, rule.title, finding.message, finding.at, rule.hardware, rule.mend
    )
}

impl Watcher for Watch {
    fn observer(&mut self) -> &mut dyn Observer {
        self
    }

    fn after(&mut self, _job: &Job<'_>, outcome: &Outcome) {
        let mut seen = self.seen();
        seen.jobs += 1;
        seen.stopped += u64::from(outcome.status != Status::Done);
        seen.add(&outcome.counters);
    }
}

impl Observer for Watch {
    fn finding(&mut self, finding: Finding) {
        let mut seen = self.seen();
        let before = seen.recorder.findings.len();
        let wanted = seen.lint != Lint::Severe || finding.rule.severity >= Severity::Fault;
        seen.recorder.finding(finding);
        // Repeats are counted, not shown.
        let Some(new) = seen.recorder.findings.get(before) else {
            return;
        };
        let record = Record::Finding {
            process: seen.process,
            finding: record(new),
        };
        let text = wanted.then(|| text(new));
        if let Some(text) = text {
            // Nothing can be said about a standard error that is gone.
            let _ = std::io::stderr().write_all(text.as_bytes());
        }
        seen.write(&record);
    }

    fn unimplemented(&mut self, missing: Unimplemented) {
        self.seen().recorder.unimplemented(missing);
    }

    fn event(&mut self, _event: Event) {}

    fn counters(&mut self, counters: &Counters) {
        self.seen().add(counters);
    }
}
