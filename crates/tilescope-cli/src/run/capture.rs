//! `tilescope run FILE.tscap`: replay a capture.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilescope_capture::Capture;
use tilescope_capture::tscap::{Difference, Loaded, Manifest, Replay};
use tilescope_core::{
    Clock, Context, Counters, Dump, DumpKind, Fuel, Profile, Recorder, Status as CoreStatus,
    Workers, Written,
};
use tilescope_families::{Channels, Chip, Paths, Registry};
use tilescope_session::show::excerpt;

use super::device;
use super::execute::{status, to_map};
use super::images::Images;
use super::profile::{Code, Profiling};
use super::progress::Progress;
use super::{finish, make_folder, pool, print, refuse_dumps, wanted_dumps, write_dumps};
use crate::args::{ChannelsArg, RunArgs};
use crate::exit::{Failure, Finish};
use crate::report::{self, Check, Finding, Report, Status, Unimplemented};
use crate::screen::Screen;

/// The largest number of different findings that are kept.
pub const MAX_FINDINGS: usize = 1000;
/// The largest number of submissions that are reported one by one.
const MAX_SUBMISSIONS: usize = 1000;
/// The largest number of differences that are shown one by one.
const MAX_DIFFERENCES: usize = 100;

/// The configuration of a replay.
pub struct Setup<'a> {
    /// The code paths of devices.
    pub paths: Paths,
    /// The workers for independent tiles.
    pub workers: &'a dyn Workers,
    /// The fuel of each submission.
    pub fuel: Fuel,
    /// The dumps to make.
    pub wanted: &'a [DumpKind],
    /// Whether to report shader code that does not run.
    pub unexecuted: bool,
    /// The receiver of progress.
    pub progress: &'a Progress,
    /// The clock of profiles, if they are wanted.
    pub clock: Option<Arc<dyn Clock>>,
}

/// A submission that was executed.
pub struct Executed<'a> {
    /// The index of the process.
    pub process: usize,
    /// Its number in the whole capture, from 0.
    pub number: usize,
    /// The submission, with the memory after its execution.
    pub loaded: &'a Loaded,
    /// Its profile, if it is wanted.
    pub profiles: &'a [Profile],
}

/// The results of a replay.
#[derive(Default)]
pub struct Replayed {
    /// The first submissions, in order.
    pub submissions: Vec<report::Submission>,
    /// The number of executed submissions.
    executed: usize,
    /// The worst status of all submissions.
    worst: Option<Status>,
    /// Sums over all of them.
    pub counters: Counters,
    /// The findings.
    pub findings: Vec<Finding>,
    /// The number of findings that were not kept.
    pub dropped: u64,
    /// Features that were needed and are not implemented.
    pub unimplemented: Vec<Unimplemented>,
    /// The requested dumps.
    pub dumps: Vec<Dump>,
    /// The differences from the recording.
    pub checks: Vec<Check>,
    /// The number of submissions with the recorded outcome.
    same: usize,
    /// The number of submissions with another outcome.
    different: usize,
    /// The index of each finding in the list, by rule and kind of place.
    known: BTreeMap<(&'static str, String), usize>,
}

pub fn command(
    args: &RunArgs,
    families: Registry,
    out: &mut Screen<'_>,
) -> Result<Finish, Failure> {
    if args.check {
        return Err(Failure::new(
            format!(
                "{} is a capture, which has no expectations",
                args.job.display()
            ),
            Some("captures are always compared with the recording; run without --check"),
        ));
    }
    let mut capture = Capture::open(&args.job, families)?;
    check_options(args, families, &mut capture)?;
    let folder = args.out.as_deref();
    // A failed write is no reason to withhold the report.
    let mut written = folder.map_or(Ok(()), make_folder);
    let pool = pool(args)?;
    let wanted = wanted_dumps(args, capture.chip);
    let profile = args.profile.as_deref();
    let mut profiling = profile
        .map(|path| Profiling::start(path, &args.job))
        .transpose()?;
    let progress = Progress::start();
    let setup = Setup {
        paths: match args.reference {
            true => Paths::Reference,
            false => Paths::Fast,
        },
        workers: &pool,
        fuel: args.fuel.map_or(Fuel::DEFAULT, Fuel::new),
        wanted: &wanted,
        unexecuted: false,
        progress: &progress,
        clock: profiling.as_ref().map(|_| Profiling::clock()),
    };
    let channels = match args.channels {
        None | Some(ChannelsArg::Bgra) => Channels::Bgra,
        Some(ChannelsArg::Rgba) => Channels::Rgba,
    };
    let writable = folder.filter(|_| written.is_ok());
    let mut images = Images::new(&mut capture, args.frames, channels, writable)?;
    let family = capture.chip.family;
    let mut run = replay(&mut capture, &setup, &mut |executed| {
        images.write_after(executed);
        for profile in executed.profiles {
            let code = Code {
                family,
                memory: &executed.loaded.memory,
                job: None,
            };
            if let Some(profiling) = &mut profiling {
                profiling.add(executed.number as u64, profile, &code);
            }
        }
        Ok(())
    })?;
    let (targets, missing, images_written) = images.finish();
    written = written.and(images_written);
    run.unimplemented.extend(missing);
    progress.finish();
    let mut dumps = Vec::new();
    if let Some(folder) = folder.filter(|_| written.is_ok()) {
        match write_dumps(&wanted, &run.dumps, folder) {
            Ok(files) => dumps = files,
            Err(failure) => written = Err(failure),
        }
    }
    run.sum_up();
    let (tables, traced) = profiling.map(Profiling::finish).unzip();
    written = written.and(traced.unwrap_or(Ok(())));
    let report = Report {
        profile: tables,
        ..run.report(&capture, args, targets, dumps)
    };
    print(&report, args, out)?;
    written?;
    Ok(match report.checks.iter().flatten().all(|c| c.passed) {
        true => finish(&Report {
            checks: None,
            ..report
        }),
        false => Finish::Findings,
    })
}

/// Refuses options that would be ignored.
fn check_options(args: &RunArgs, families: Registry, capture: &mut Capture) -> Result<(), Failure> {
    refuse_dumps(args, capture.chip, families)?;
    let Some(asked) = args.frames else {
        return Ok(());
    };
    let mut range: Option<(u64, u64)> = None;
    for process in 0..capture.manifest.processes.len() {
        for s in capture.submissions(process)? {
            if let Some(frame) = s?.frame {
                let (first, last) = range.unwrap_or((frame, frame));
                range = Some((first.min(frame), last.max(frame)));
            }
        }
    }
    let past = |last: u64| asked.first.max(asked.last.unwrap_or(0)) > last;
    let has = match range {
        Some((first, last)) if past(last) => format!("frames {first} to {last}"),
        None => "no frames".to_owned(),
        _ => return Ok(()),
    };
    let message = format!("--frames {asked}: the capture has {has}");
    Err(Failure::new(message, None))
}

/// Executes every submission of every process, with one device per process. As
/// under the kernel, a hang does not prevent the next submission from running.
pub fn replay(
    capture: &mut Capture,
    setup: &Setup<'_>,
    after: &mut dyn FnMut(&Executed<'_>) -> Result<(), Failure>,
) -> Result<Replayed, Failure> {
    let mut run = Replayed::default();
    let chip = capture.chip;
    let processes = &capture.manifest.processes;
    let counts: Vec<usize> = processes.iter().map(|p| p.submissions).collect();
    let all: usize = counts.iter().sum();
    for process in 0..counts.len() {
        let mut device = device::make(chip, setup.paths)?;
        let mut replay = Replay::new(capture, process)?;
        while let Some(loaded) = replay.load(capture)? {
            let index = run.executed;
            run.executed += 1;
            setup
                .progress
                .set(|| format!("submission {} of {all}", index + 1));
            let wanted: &[DumpKind] = match run.dumps.len() < Recorder::MAX_DUMPS {
                true => setup.wanted,
                false => &[],
            };
            let mut recorder = Recorder::wanting(wanted);
            recorder.unexecuted = setup.unexecuted;
            recorder.clock.clone_from(&setup.clock);
            let written = Written::new(&loaded.memory);
            let outcome = device.submit(
                &loaded.submission,
                &mut Context {
                    memory: &written,
                    observer: &mut recorder,
                    fuel: setup.fuel,
                    workers: setup.workers,
                },
            );
            let differences = replay.compare(capture, &loaded, &written, &outcome.status)?;
            drop(written);
            let process_number = capture.manifest.processes[process].process;
            let label = match counts.len() {
                1 => loaded.submission.label.clone(),
                _ => format!("process {process_number}, {}", loaded.submission.label),
            };
            run.compared(index, &label, differences);
            let ended = status(&outcome.status);
            run.worst = run.worst.max(Some(ended));
            if run.submissions.len() < MAX_SUBMISSIONS {
                run.submissions.push(report::Submission {
                    index: index as u32,
                    label,
                    status: ended,
                    counters: to_map(&outcome.counters),
                    registers: Vec::new(),
                });
            }
            run.counters.merge(&outcome.counters);
            let profiles = std::mem::take(&mut recorder.profiles);
            run.observed(recorder, chip, &loaded);
            if outcome.status != CoreStatus::Done {
                // As the kernel does when the hardware has stopped.
                device.reset();
            }
            after(&Executed {
                process,
                number: index,
                loaded: &loaded,
                profiles: &profiles,
            })?;
            replay.unload(loaded);
        }
    }
    Ok(run)
}

impl Replayed {
    fn compared(&mut self, index: usize, label: &str, differences: Option<Vec<Difference>>) {
        let Some(differences) = differences else {
            return;
        };
        match differences.is_empty() {
            true => self.same += 1,
            false => self.different += 1,
        }
        for d in differences {
            if self.checks.len() < MAX_DIFFERENCES {
                self.checks.push(Check {
                    what: format!("{} of submission {index} ({label})", d.what),
                    passed: false,
                    expected: d.expected,
                    found: d.found,
                });
            }
        }
    }

    /// Collects the observations of a submission. A rule broken in every
    /// submission is one finding, shown as it was first found.
    fn observed(&mut self, recorder: Recorder, chip: Chip, loaded: &Loaded) {
        for f in &recorder.findings {
            let place = (f.rule.id, f.at.kind());
            match self.known.get(&place) {
                Some(at) => self.findings[*at].count += f.count,
                None if self.findings.len() == MAX_FINDINGS => self.dropped += f.count,
                None => {
                    self.known.insert(place, self.findings.len());
                    let finding = excerpt::with_source(f, chip.family, None, &loaded.memory);
                    self.findings.push(finding);
                }
            }
        }
        self.dropped += recorder.dropped_findings;
        for u in recorder.unimplemented {
            match self.unimplemented.iter_mut().find(|o| o.what == u.what) {
                Some(old) => old.count += u.count,
                None => self.unimplemented.push(Unimplemented {
                    what: u.what.to_owned(),
                    location: u.at.to_string(),
                    count: u.count,
                }),
            }
        }
        self.dumps.extend(recorder.dumps);
    }

    /// Adds one check with the number of submissions that match the recording.
    fn sum_up(&mut self) {
        let compared = self.same + self.different;
        if compared > 0 {
            self.checks.insert(
                0,
                Check {
                    what: format!("{compared} submissions match the recording"),
                    passed: self.different == 0,
                    expected: "the same status and the same bytes written".to_owned(),
                    found: format!("{} of them differ", self.different),
                },
            );
        }
    }

    fn report(
        self,
        capture: &Capture,
        args: &RunArgs,
        targets: Vec<report::Target>,
        dumps: Vec<report::Dump>,
    ) -> Report {
        let head = &capture.manifest.head;
        let chip = capture.chip.info;
        Report {
            version: report::VERSION,
            tilescope: env!("CARGO_PKG_VERSION").to_owned(),
            job: report::Job {
                path: args.job.display().to_string(),
                title: head.command.join(" "),
                description: description(&capture.manifest),
            },
            chip: report::Chip {
                name: chip.name.to_owned(),
                family: chip.family.to_owned(),
                title: chip.title.to_owned(),
            },
            reference: args.reference,
            status: self.worst.unwrap_or(Status::Done),
            submissions_dropped: (self.executed - self.submissions.len()) as u64,
            submissions: self.submissions,
            counters: to_map(&self.counters),
            // Two for each submission, and the same in all of them.
            interrupts: Vec::new(),
            findings: self.findings,
            findings_dropped: self.dropped,
            unimplemented: self.unimplemented,
            targets,
            dumps,
            profile: None,
            checks: Some(self.checks).filter(|c| !c.is_empty()),
        }
    }
}

/// A description of a capture, in a few sentences.
pub fn description(m: &Manifest) -> String {
    let submissions: usize = m.processes.iter().map(|p| p.submissions).sum();
    let mut text = format!(
        "Recorded by Tilescope {}: {} of {}.",
        m.head.tilescope,
        report::count(submissions as u64, "submission", "submissions"),
        report::count(m.processes.len() as u64, "process", "processes")
    );
    if let Some(frames) = &m.head.frames {
        text += &format!(" Only frames {frames} were recorded.");
    }
    if !m.head.executed {
        text += " They were not executed then, so there is nothing to compare with.";
    }
    for p in &m.processes {
        match &p.stopped {
            Some(why) => text += &format!(" Process {} is incomplete: {why}.", p.process),
            None if !p.ended => {
                text += &format!(
                    " Process {} did not exit: it was ended by a signal or replaced by exec.",
                    p.process
                )
            }
            None => {}
        }
    }
    text
}
