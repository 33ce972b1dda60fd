//! `tilescope lint`: findings only.

mod shader;
mod text;

use std::collections::{HashMap, HashSet};

use tilescope_capture::tscap::Replay;
use tilescope_capture::{Capture, Job};
use tilescope_core::{Fuel, Recorder, Serial};
use tilescope_families::{
    Chip, Paths, RecordedFinding, RecordingCheck, RecordingFormat, Registry, TextKind,
};

use crate::args::{FindingFormat, LintArgs};
use crate::exit::{Failure, Finish};
use crate::findings::{self, Level, Levels, Lists};
use crate::recording;
use crate::report::Finding;
use crate::run::capture::{MAX_FINDINGS, Setup, replay};
use crate::run::device;
use crate::run::progress::Progress;
use crate::run::{self, execute};
use crate::screen::Screen;

/// The outcome of a check.
struct Checked {
    findings: Vec<Finding>,
    /// The levels set by the input itself.
    levels: Levels,
    /// A remark that is needed to understand the findings.
    note: Option<String>,
}

impl Checked {
    fn new(findings: Vec<Finding>) -> Checked {
        Checked {
            findings,
            levels: Levels::default(),
            note: None,
        }
    }
}

pub fn command(
    args: &LintArgs,
    families: Registry,
    out: &mut Screen<'_>,
) -> Result<Finish, Failure> {
    let checked = check(args, families)?;
    let mut levels = checked.levels;
    let lists = Lists {
        allow: &args.allow,
        warn: &args.warn,
        deny: &args.deny,
    };
    levels.change(lists, families)?;
    if let (Some(note), false) = (&checked.note, args.quiet) {
        // Standard output has the findings only.
        crate::screen::stderr(&format!("note: {note}\n"));
    }
    let found = findings::reported(checked.findings, &levels);
    let format = match args.json {
        true => FindingFormat::Json,
        false => args.format,
    };
    if !args.quiet {
        findings::print(&found, format, &args.path, families, out)?;
    }
    Ok(match found.iter().any(|r| r.level == Level::Deny) {
        true => Finish::Findings,
        false => Finish::Done,
    })
}

fn check(args: &LintArgs, families: Registry) -> Result<Checked, Failure> {
    if Capture::is_one(&args.path, families) {
        refuse_stage(args, "a capture")?;
        return capture(args, families);
    }
    if args.path.is_dir() || args.path.ends_with("job.toml") {
        refuse_stage(args, "a job")?;
        return job(&run::load(&args.path, families)?, args, families);
    }
    if let Some(format) = recording::format(&args.path, families) {
        refuse_stage(args, format.name)?;
        return recorded(args, format);
    }
    let ending = args.path.extension().and_then(|e| e.to_str());
    let text = ending.and_then(|e| families.text(e));
    // Lists, and shaders that no static checker knows, are checked by executing their job.
    let executed = text.filter(|(family, kind)| match kind {
        TextKind::List => true,
        TextKind::Shader => family.checker().is_none(),
    });
    match (executed, ending) {
        (Some(_), Some(ending)) => {
            refuse_stage(args, &format!("a .{ending} file"))?;
            text::check(args, families)
        }
        _ if args.fuel.is_some() => Err(Failure::new(
            "--fuel is for jobs and captures",
            Some("a shader is checked without executing it"),
        )),
        _ => shader::check(&args.path, args.stage.as_deref(), families),
    }
}

fn refuse_stage(args: &LintArgs, what: &str) -> Result<(), Failure> {
    match &args.stage {
        None => Ok(()),
        Some(_) => Err(Failure::new(
            format!(
                "{} is {what}, so --stage does not apply",
                args.path.display()
            ),
            Some("--stage is for a single QPU shader"),
        )),
    }
}

/// Checks what needs no execution.
fn recorded(args: &LintArgs, format: &RecordingFormat) -> Result<Checked, Failure> {
    if args.fuel.is_some() {
        let message = format!("{} is {}", args.path.display(), format.name);
        let help = "it is checked without executing it, so --fuel does not apply";
        return Err(Failure::new(message, Some(help)));
    }
    let check = recording::open(&args.path, format)?.check();
    let findings = check.findings.into_iter().map(recording::finding);
    let notes = check.notes.join("; ");
    Ok(Checked {
        note: (!notes.is_empty()).then_some(notes),
        ..Checked::new(findings.collect())
    })
}

/// Executes a job: most rules are about what a stream does, not about its
/// encoding.
fn job(job: &Job, args: &LintArgs, families: Registry) -> Result<Checked, Failure> {
    let chip = Chip {
        info: job.chip,
        family: job.family,
    };
    let mut device = device::make(chip, Paths::Fast)?;
    let fuel = args.fuel.map_or(Fuel::DEFAULT, Fuel::new);
    let progress = Progress::start();
    let recorder = Recorder {
        unexecuted: true,
        ..Recorder::default()
    };
    let run = execute::run(job, device.as_mut(), &Serial, fuel, recorder, &progress);
    progress.finish();
    let mut checked = Checked::new(run.report(job, &args.path, false).findings);
    checked.levels.change(Lists::from(&job.lint), families)?;
    Ok(checked)
}

/// Executes a capture, and checks what needs no execution.
fn capture(args: &LintArgs, families: Registry) -> Result<Checked, Failure> {
    let mut capture = Capture::open(&args.path, families)?;
    let progress = Progress::start();
    let setup = Setup {
        paths: Paths::Fast,
        workers: &Serial,
        fuel: args.fuel.map_or(Fuel::DEFAULT, Fuel::new),
        wanted: &[],
        unexecuted: true,
        progress: &progress,
        clock: None,
    };
    let run = replay(&mut capture, &setup, &mut |_| Ok(()))?;
    let mut checked = Checked::new(run.findings);
    let found: HashSet<_> = (checked.findings.iter())
        .filter_map(|f| Some((f.rule.clone(), f.address?)))
        .collect();
    let stated = stated(&mut capture, &progress)?;
    progress.finish();
    let new = stated.findings.into_iter().filter(|f| {
        let own = (f.rule.id.to_owned(), f.address);
        !found.contains(&own)
    });
    checked.findings.extend(new.map(recording::finding));
    let notes = stated.notes.join("; ");
    checked.note = (!notes.is_empty()).then_some(notes);
    Ok(checked)
}

/// Checks what the submissions of a capture state, with the memory before each.
fn stated(capture: &mut Capture, progress: &Progress) -> Result<RecordingCheck, Failure> {
    let chip = capture.chip;
    let mut all = RecordingCheck::default();
    let mut known = HashMap::new();
    let mut number = 0;
    for process in 0..capture.manifest.processes.len() {
        let Some(mut check) = chip.family.static_check(chip.info) else {
            return Ok(all);
        };
        let mut replay = Replay::new(capture, process)?;
        while let Some(loaded) = replay.load(capture)? {
            progress.set(|| format!("checking submission {}", number + 1));
            let name = match loaded.submission.label.as_str() {
                "" => String::new(),
                label => format!(" ({label})"),
            };
            let place = format!("submission {number}{name}");
            check.submission(&place, &loaded.submission.work, &loaded.memory);
            replay.unload(loaded);
            number += 1;
        }
        let result = check.finish();
        // One finding for each rule and message, whatever the number of processes.
        for finding in result.findings {
            let key = (finding.rule.id, finding.message.clone());
            if let Some(&first) = known.get(&key) {
                let first: &mut RecordedFinding = &mut all.findings[first];
                first.count += finding.count;
            } else if all.findings.len() < MAX_FINDINGS {
                known.insert(key, all.findings.len());
                all.findings.push(finding);
            }
        }
        for note in result.notes {
            if !all.notes.contains(&note) {
                all.notes.push(note);
            }
        }
    }
    Ok(all)
}
