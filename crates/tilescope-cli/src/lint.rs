//! `tilescope lint`: what is wrong, and nothing else.

use std::io::Write;
use std::path::Path;

use tilescope_capture::{Capture, Job, Source};
use tilescope_core::{Fuel, Serial};
use tilescope_vc4::check::{Options, Stage, Threads, Violation, check_program};
use tilescope_vc4::isa;

use crate::args::{LintArgs, StageArg};
use crate::assemble::bytes_words;
use crate::exit::{Failure, Finish};
use crate::input;
use crate::place;
use crate::report::Finding;
use crate::run::capture::{Setup, replay};
use crate::run::device::{self, Paths};
use crate::run::execute;
use crate::run::progress::Progress;
use tilescope_session::show::excerpt;
use tilescope_session::show::listing::Excerpt;

pub fn command(args: &LintArgs, out: &mut dyn Write) -> Result<Finish, Failure> {
    let is_job = args.path.is_dir() || args.path.ends_with("job.toml");
    let findings = match is_job {
        _ if Capture::is_one(&args.path) => capture(args)?,
        true => job(args)?,
        false => shader(&args.path, args.stage)?,
    };
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &findings).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        for (i, f) in findings.iter().enumerate() {
            if i > 0 {
                writeln!(out)?;
            }
            out.write_all(f.text().as_bytes())?;
        }
    }
    Ok(match findings.is_empty() {
        true => Finish::Done,
        false => Finish::Findings,
    })
}

/// A job is executed: most rules are about what a stream does, not how it looks.
fn job(args: &LintArgs) -> Result<Vec<Finding>, Failure> {
    let job = Job::load(&args.path)?;
    let mut device = device::make(job.chip, Paths::Fast)?;
    let fuel = args.fuel.map_or(Fuel::DEFAULT, Fuel::new);
    let progress = Progress::start();
    let run = execute::run(&job, device.as_mut(), &Serial, fuel, &[], &progress);
    progress.finish();
    Ok(run.report(&job, &args.path, false).findings)
}

/// A capture is executed as well.
fn capture(args: &LintArgs) -> Result<Vec<Finding>, Failure> {
    let mut capture = Capture::open(&args.path)?;
    let progress = Progress::start();
    let setup = Setup {
        paths: Paths::Fast,
        workers: &Serial,
        fuel: args.fuel.map_or(Fuel::DEFAULT, Fuel::new),
        wanted: &[],
        progress: &progress,
    };
    let run = replay(&mut capture, &setup, &mut |_| Ok(()))?;
    progress.finish();
    Ok(run.findings)
}

impl StageArg {
    fn stage(self) -> Stage {
        match self {
            StageArg::Fragment => Stage::Fragment(Threads::One),
            StageArg::FragmentThreaded => Stage::Fragment(Threads::Two),
            StageArg::Vertex => Stage::Vertex,
            StageArg::Coordinate => Stage::Coordinate,
            StageArg::User => Stage::User,
        }
    }
}

fn shader(path: &Path, stage: StageArg) -> Result<Vec<Finding>, Failure> {
    if let Some(ending @ ("vasm" | "cmd")) = path.extension().and_then(|e| e.to_str()) {
        // Saying nothing would read as nothing being wrong.
        return Err(Failure::new(
            format!("nothing checks .{ending} files by themselves yet"),
            Some("lint a job that executes them"),
        ));
    }
    let mut text = None;
    let words = if path.extension().is_some_and(|e| e == "qasm") {
        let source = input::read_text(path)?;
        // Addresses do not matter to the rules, so every name may stand for 0.
        let assembled = isa::assemble(&source, &|_| Some(0))
            .map_err(|errors| input::text_errors(path, &source, &errors))?;
        text = Some((source, assembled.map));
        assembled.words
    } else {
        bytes_words(path, &input::read(path)?)?
    };
    let stage = stage.stage();
    let found = check_program(&words, stage, Options::default());
    let file = place::of_file(Path::new(""), &input::shown(path));
    let finding = |v: &Violation| {
        let listing = excerpt::program(&words, v.ip, v.bits);
        let mut finding = Finding {
            message: v.message.clone(),
            location: format!("{} shader > instruction {}", stage.name(), v.ip),
            bits: v.bits.map(|(lo, hi)| [lo, hi]),
            excerpt: listing.as_ref().map(Excerpt::render),
            ..excerpt::of_rule(v.rule)
        };
        let place = text.as_ref().and_then(|(source, map)| {
            let offset = v.ip * size_of::<u64>() as u32;
            let span = match v.bits {
                Some((lo, hi)) => map.span_of_bits(offset, (lo.into(), hi.into()))?,
                None => map.span(offset)?,
            };
            let line = source.lines().nth(span.line.checked_sub(1)? as usize)?;
            Some(Source {
                file: &file,
                span,
                line,
            })
        });
        if let Some(place) = place {
            finding.excerpt = listing.map(|l| l.fault_only().render());
            finding = excerpt::at_source(finding, &place);
        }
        finding
    };
    Ok(found.violations.iter().map(finding).collect())
}
