//! `tilescope run`: execute a job.

pub mod capture;
mod check;
pub mod device;
mod dump;
pub mod execute;
mod image;
pub mod progress;
mod workers;

use std::io::Write;
use std::path::Path;

use tilescope_capture::{Capture, Job};
use tilescope_core::{Dump, DumpKind, Fuel, Serial, Workers};

use crate::args::{ReportFormat, RunArgs};
use crate::exit::{Failure, Finish};
use crate::report::{self, Report, Status};
use device::Paths;
use progress::Progress;
use workers::Pool;

pub fn command(args: &RunArgs, out: &mut dyn Write) -> Result<Finish, Failure> {
    if Capture::is_one(&args.job) {
        return capture::command(args, out);
    }
    if args.frames.is_some() {
        let message = format!("{} is no capture, so it has no frames", args.job.display());
        return Err(Failure::new(message, None));
    }
    let job = Job::load(&args.job)?;
    if args.check && job.expect.is_empty() {
        return Err(Failure::new(
            format!("{} expects nothing", args.job.display()),
            Some("add [expect] to job.toml, or run without --check"),
        ));
    }
    let pool = pool(args)?;
    let workers = workers(pool.as_ref());
    let paths = match args.reference {
        true => Paths::Reference,
        false => Paths::Fast,
    };
    let mut device = device::make(job.chip, paths)?;
    let wanted: Vec<_> = args.dump.iter().map(|d| d.kind()).collect();
    let fuel = args.fuel.map_or(Fuel::DEFAULT, Fuel::new);
    let progress = Progress::start();
    let run = execute::run(&job, device.as_mut(), workers, fuel, &wanted, &progress);
    progress.finish();

    let mut report = run.report(&job, &args.job, args.reference);
    make_folder(&args.out)?;
    for target in &job.targets {
        report
            .targets
            .push(image::write(target, &run.memory, &args.out)?);
    }
    report.dumps = write_dumps(&wanted, &run.recorder.dumps, &args.out)?;
    if args.check {
        report.checks = Some(check::check(&job, &run.memory, &report)?);
    }
    print(&report, args.report, out)?;
    Ok(finish(&report))
}

/// Writes dumps as one file for each kind.
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

fn print(report: &Report, format: ReportFormat, out: &mut dyn Write) -> Result<(), Failure> {
    match format {
        ReportFormat::Text => out.write_all(report::text(report).as_bytes())?,
        ReportFormat::Json => {
            serde_json::to_writer_pretty(&mut *out, report).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
    }
    Ok(())
}

/// The threads that were asked for; none if everything runs on this one.
fn pool(args: &RunArgs) -> Result<Option<Pool>, Failure> {
    match (args.reference, threads(args)) {
        (true, _) | (_, 1) => Ok(None),
        (false, n) => Pool::new(n).map(Some),
    }
}

fn workers(pool: Option<&Pool>) -> &dyn Workers {
    match pool {
        Some(pool) => pool,
        None => &Serial,
    }
}

/// A run that is checked is right if it ends as expected, even in a fault.
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
            format!("cannot make the folder {}: {e}", path.display()),
            None,
        )
    })
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes)
        .map_err(|e| Failure::new(format!("cannot write {}: {e}", path.display()), None))
}
