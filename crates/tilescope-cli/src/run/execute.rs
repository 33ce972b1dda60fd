//! Execution of the steps of a job on a device.

use std::path::Path;

use tilescope_capture::{Job, MmioOp, MmioScript, Step};
use tilescope_core::{
    AddressSpace, Context, Counters, Device, Event, Fuel, Recorder, Status as CoreStatus,
    Submission, Workers,
};

use super::progress::Progress;
use crate::place;
use crate::report::{self, Interrupt, Register, Report, Status};
use tilescope_session::show::excerpt;

/// The outcome of a run.
pub struct Run {
    /// The memory after the run.
    pub memory: AddressSpace,
    /// Everything that was observed.
    pub recorder: Recorder,
    submissions: Vec<report::Submission>,
    counters: Counters,
    /// The submission that each event came in.
    event_steps: Vec<u32>,
    /// The submission that each profile is of.
    pub profile_steps: Vec<u32>,
}

/// Runs all steps, up to the first one at which the hardware would stop.
/// `recorder` requests dumps and other observations.
pub fn run(
    job: &Job,
    device: &mut dyn Device,
    workers: &dyn Workers,
    fuel: Fuel,
    recorder: Recorder,
    progress: &Progress,
) -> Run {
    let mut run = Run {
        memory: job.instantiate().memory,
        recorder,
        submissions: Vec::new(),
        counters: Counters::default(),
        event_steps: Vec::new(),
        profile_steps: Vec::new(),
    };
    let mut fuel = fuel;
    let mut stopped = false;
    for (i, step) in job.steps.iter().enumerate() {
        progress.set(|| format!("submission {} of {}", i + 1, job.steps.len()));
        let mut entry = report::Submission {
            index: i as u32,
            label: step.label().to_owned(),
            status: Status::NotRun,
            counters: Default::default(),
            registers: Vec::new(),
        };
        if !stopped {
            match step {
                Step::Submit(s) => run.submit(s, &mut entry, device, workers, &mut fuel),
                Step::Mmio(m) => {
                    run.script(m, &mut entry, device, workers, &mut fuel);
                    // Only work that registers start is counted there.
                    let counted = std::mem::take(&mut run.recorder.counters);
                    entry.counters = to_map(&counted);
                    run.counters.merge(&counted);
                }
            }
            stopped = entry.status != Status::Done;
        }
        run.event_steps
            .resize(run.recorder.events.len(), entry.index);
        run.profile_steps
            .resize(run.recorder.profiles.len(), entry.index);
        run.submissions.push(entry);
    }
    run
}

impl Run {
    fn submit(
        &mut self,
        submission: &Submission,
        entry: &mut report::Submission,
        device: &mut dyn Device,
        workers: &dyn Workers,
        fuel: &mut Fuel,
    ) {
        let mut context = Context {
            memory: &self.memory,
            observer: &mut self.recorder,
            fuel: *fuel,
            workers,
        };
        let outcome = device.submit(submission, &mut context);
        *fuel = context.fuel;
        entry.status = status(&outcome.status);
        entry.counters = to_map(&outcome.counters);
        self.counters.merge(&outcome.counters);
    }

    fn script(
        &mut self,
        script: &MmioScript,
        entry: &mut report::Submission,
        device: &mut dyn Device,
        workers: &dyn Workers,
        fuel: &mut Fuel,
    ) {
        entry.status = Status::Done;
        for op in &script.ops {
            let (name, offset) = match op {
                MmioOp::Write { offset, value, .. } => {
                    let before = self.recorder.findings.len();
                    let mut context = Context {
                        memory: &self.memory,
                        observer: &mut self.recorder,
                        fuel: *fuel,
                        workers,
                    };
                    device.mmio_write(*offset, *value, &mut context);
                    *fuel = context.fuel;
                    // A write has no outcome; registers show a stopped unit
                    // only to code that polls them.
                    let found = &self.recorder.findings[before..];
                    if fuel.left() == 0 {
                        entry.status = Status::OutOfFuel;
                    } else if found.iter().any(|f| f.rule.severity.stops()) {
                        entry.status = Status::Fault;
                    }
                    continue;
                }
                MmioOp::Read { register, offset }
                | MmioOp::Expect {
                    register, offset, ..
                }
                | MmioOp::Wait {
                    register, offset, ..
                } => (register, *offset),
            };
            let mut register = Register {
                name: name.clone(),
                value: device.mmio_read(offset),
                mask: None,
                expected: None,
            };
            if let MmioOp::Expect { mask, value, .. } | MmioOp::Wait { mask, value, .. } = op {
                register.mask = Some(*mask);
                register.expected = Some(*value);
            }
            let waits_for_ever = matches!(op, MmioOp::Wait { .. }) && !register.matches();
            entry.registers.push(register);
            if waits_for_ever {
                entry.status = entry.status.max(Status::Fault);
                return;
            }
        }
    }

    /// The run as a report, without images, dumps and checks.
    pub fn report(&self, job: &Job, path: &Path, reference: bool) -> Report {
        let worst = self.submissions.iter().map(|s| s.status).max();
        Report {
            version: report::VERSION,
            tilescope: env!("CARGO_PKG_VERSION").to_owned(),
            job: report::Job {
                path: path.display().to_string(),
                title: job.title.clone(),
                description: job.description.clone(),
            },
            chip: report::Chip {
                name: job.chip.name.to_owned(),
                family: job.chip.family.to_owned(),
                title: job.chip.title.to_owned(),
            },
            reference,
            status: worst.unwrap_or(Status::Done),
            submissions: self.submissions.clone(),
            submissions_dropped: 0,
            counters: to_map(&self.counters),
            interrupts: self
                .recorder
                .events
                .iter()
                .zip(&self.event_steps)
                .map(|(event, step)| {
                    let Event::Interrupt { name, by } = event;
                    Interrupt {
                        submission: *step,
                        name: (*name).to_owned(),
                        by: by.clone(),
                    }
                })
                .collect(),
            findings: self
                .recorder
                .findings
                .iter()
                .map(|f| excerpt::finding(f, job, &self.memory))
                .map(|f| report::Finding {
                    file: f.file.map(|file| place::of_file(&job.folder, &file)),
                    ..f
                })
                .collect(),
            findings_dropped: self.recorder.dropped_findings,
            unimplemented: self
                .recorder
                .unimplemented
                .iter()
                .map(|u| report::Unimplemented {
                    what: u.what.to_owned(),
                    location: u.at.to_string(),
                    count: u.count,
                })
                .collect(),
            targets: job.targets.iter().map(report::Target::unwritten).collect(),
            dumps: Vec::new(),
            profile: None,
            checks: None,
        }
    }
}

/// A status as reports have it.
pub fn status(status: &CoreStatus) -> Status {
    match status {
        CoreStatus::Done => Status::Done,
        CoreStatus::Fault(_) => Status::Fault,
        CoreStatus::OutOfFuel(_) => Status::OutOfFuel,
    }
}

pub fn to_map(counters: &Counters) -> std::collections::BTreeMap<String, u64> {
    counters.iter().map(|(k, v)| (k.to_owned(), v)).collect()
}
