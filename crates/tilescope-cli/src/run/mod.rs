//! `tilescope run`: execute a job.

pub mod capture;
mod check;
pub mod device;
mod dump;
pub mod execute;
mod image;
mod images;
mod profile;
pub mod progress;

use std::io::Write;
use std::path::Path;

use tilescope_capture::{Capture, Job};
use tilescope_core::{Dump, DumpKind, Fuel, Recorder, Workers};
use tilescope_families::{Chip, Family, NativeUse, Paths, Registry, set_native_use};
use tilescope_session::workers::Pool;

use crate::args::{ReportFormat, RunArgs};
use crate::exit::{Failure, Finish};
use crate::output;
use crate::place;
use crate::recording;
use crate::report::{self, Report, Status};
use crate::screen::Screen;
use profile::{Code, Profiling};
use progress::Progress;

pub fn command(
    args: &RunArgs,
    families: Registry,
    out: &mut Screen<'_>,
) -> Result<Finish, Failure> {
    if Capture::is_one(&args.job, families) {
        return capture::command(args, families, out);
    }
    if let Some(format) = recording::format(&args.job, families) {
        return Err(recording::not_executed(&args.job, format));
    }
    let shown = args.job.display();
    if args.frames.is_some() || args.channels.is_some() {
        let option = if args.frames.is_some() {
            "--frames"
        } else {
            "--channels"
        };
        let message = format!("{shown} is a job, so {option} does not apply");
        return Err(Failure::new(message, Some("this option is for captures")));
    }
    let job = load(&args.job, families)?;
    if args.check && job.expect.is_empty() {
        return Err(Failure::new(
            format!("{shown} has no expectations"),
            Some("add [expect] to job.toml, or run without --check"),
        ));
    }
    let chip = Chip {
        info: job.chip,
        family: job.family,
    };
    refuse_dumps(args, chip, families)?;
    if args.no_jit {
        set_native_use(NativeUse::Never);
    }
    let pool = pool(args)?;
    let workers: &dyn Workers = &pool;
    let paths = match args.reference {
        true => Paths::Reference,
        false => Paths::Fast,
    };
    let mut device = device::make(chip, paths)?;
    let wanted = wanted_dumps(args, chip);
    let fuel = args.fuel.map_or(Fuel::DEFAULT, Fuel::new);
    let profile = args.profile.as_deref();
    let profiling = profile
        .map(|path| Profiling::start(path, &args.job))
        .transpose()?;
    let recorder = Recorder {
        clock: profiling.as_ref().map(|_| Profiling::clock()),
        ..Recorder::wanting(&wanted)
    };
    let progress = Progress::start();
    let run = execute::run(&job, device.as_mut(), workers, fuel, recorder, &progress);
    progress.finish();

    let mut report = run.report(&job, &args.job, args.reference);
    // A failed write is no reason to withhold the report.
    let written = match &args.out {
        Some(folder) => write_files(&job, &run, &wanted, folder, &mut report),
        None => Ok(()),
    };
    let written = written.and(match profiling {
        Some(profiling) => write_profile(&job, &run, profiling, &mut report),
        None => Ok(()),
    });
    if args.check {
        report.checks = Some(check::check(&job, &run.memory, &report)?);
    }
    print(&report, args, out)?;
    written.map(|()| finish(&report))
}

/// Loads a job. Errors name files relative to the working directory.
///
/// # Errors
/// All errors of the job, or that `path` is not a job.
pub fn load(path: &Path, families: Registry) -> Result<Job, Failure> {
    let folder = match path.ends_with("job.toml") {
        true => path.parent().unwrap_or(path),
        false => path,
    };
    if folder == path && path.is_file() {
        let beside = path.with_file_name("job.toml").is_file();
        let parent = path.parent().filter(|p| *p != Path::new(""));
        let parent = parent.unwrap_or(Path::new("."));
        let help = match beside {
            true => format!(
                "it belongs to the job {}; `tilescope decode` and `tilescope lint` accept \
                 single files",
                parent.display()
            ),
            false => "`tilescope decode` and `tilescope lint` accept single files".to_owned(),
        };
        let message = format!(
            "{} is neither a job (a folder with a file job.toml) nor a capture (.tscap)",
            path.display()
        );
        return Err(Failure::new(message, Some(&help)));
    }
    Job::load(path, families).map_err(|mut errors| {
        for error in &mut errors {
            error.file = place::of_file(folder, &error.file);
        }
        errors.into()
    })
}

/// Refuses dumps of units that the family does not have.
fn refuse_dumps(args: &RunArgs, chip: Chip, families: Registry) -> Result<(), Failure> {
    let has =
        |family: &dyn Family, name: &str| family.dumps().iter().any(|d| d.kind.name() == name);
    let Some(missing) = args.dump.iter().find(|name| !has(chip.family, name)) else {
        return Ok(());
    };
    let message = format!("{} has no state for --dump", chip.info.name);
    let owner = families.families().find(|f| has(*f, missing));
    let help = owner.map(|family| {
        let mut units: Vec<&str> = family.dumps().iter().map(|d| d.units).collect();
        let last = units.pop().unwrap_or_default();
        let units = units.join(", ");
        format!("{units} and {last} are units of {}", family.title())
    });
    Err(Failure::new(message, help.as_deref()))
}

/// The dumps to make, which the family of the chip has.
fn wanted_dumps(args: &RunArgs, chip: Chip) -> Vec<DumpKind> {
    let kinds = chip.family.dumps().iter().map(|d| d.kind);
    let named = |name: &String| kinds.clone().find(|kind| kind.name() == name);
    args.dump.iter().filter_map(named).collect()
}

/// Writes images and dumps into `folder`, and adds them to `report`.
fn write_files(
    job: &Job,
    run: &execute::Run,
    wanted: &[DumpKind],
    folder: &Path,
    report: &mut Report,
) -> Result<(), Failure> {
    make_folder(folder)?;
    for (target, entry) in job.targets.iter().zip(&mut report.targets) {
        *entry = image::write(target, &run.memory, folder)?;
    }
    report.dumps = write_dumps(wanted, &run.recorder.dumps, folder)?;
    Ok(())
}

/// Writes the trace of a run, and adds its tables to `report`.
fn write_profile(
    job: &Job,
    run: &execute::Run,
    mut profiling: Profiling<'_>,
    report: &mut Report,
) -> Result<(), Failure> {
    let code = Code {
        family: job.family,
        memory: &run.memory,
        job: Some(job),
    };
    for (profile, step) in run.recorder.profiles.iter().zip(&run.profile_steps) {
        profiling.add((*step).into(), profile, &code);
    }
    let (tables, written) = profiling.finish();
    report.profile = Some(tables);
    written
}

/// Writes dumps, one file per kind.
fn write_dumps(
    wanted: &[DumpKind],
    dumps: &[Dump],
    folder: &Path,
) -> Result<Vec<report::Dump>, Failure> {
    let mut written = Vec::new();
    for kind in wanted {
        let path = folder.join(format!("{}.txt", kind.name()));
        let mut text = String::new();
        let mut pieces = 0;
        for dump in dumps.iter().filter(|d| d.kind == *kind) {
            text += &dump::text(dump);
            pieces += 1;
        }
        write_file(&path, text.as_bytes())?;
        written.push(report::Dump {
            kind: kind.name().to_owned(),
            file: path.display().to_string(),
            pieces,
        });
    }
    Ok(written)
}

fn print(report: &Report, args: &RunArgs, out: &mut Screen<'_>) -> Result<(), Failure> {
    let width = out.width();
    match args.report {
        _ if args.quiet => out.styled(&report::problems(report, width))?,
        ReportFormat::Text => out.styled(&report::styled(report, width))?,
        ReportFormat::Json => out.json(report)?,
    }
    // Write errors are reported after it.
    Ok(out.flush()?)
}

/// The requested threads.
fn pool(args: &RunArgs) -> Result<Pool, Failure> {
    let threads = if args.reference { 1 } else { threads(args) };
    Pool::new(threads, "tile").map_err(|e| {
        Failure::new(
            format!("cannot start {threads} threads: {e}"),
            Some("--threads 1 starts no threads"),
        )
    })
}

/// With `--check` a run succeeds if it ends as expected, even in a fault.
fn finish(report: &Report) -> Finish {
    match (&report.checks, report.status) {
        (Some(checks), _) if checks.iter().all(|c| c.passed) => Finish::Done,
        (Some(_), _) => Finish::Findings,
        (None, Status::Done) => Finish::Done,
        (None, _) => Finish::Stopped,
    }
}

fn threads(args: &RunArgs) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, |n| n.get());
    args.threads.map_or_else(all, usize::from)
}

fn make_folder(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path).map_err(|e| {
        Failure::new(
            format!("cannot create the folder {}: {e}", path.display()),
            None,
        )
    })
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    output::write(path, bytes).map_err(|e| Failure::cannot_write(path, &e))
}
