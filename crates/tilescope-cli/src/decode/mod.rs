//! `tilescope decode`: annotated listings.

pub mod draws;
mod export;
mod json;
mod names;
mod options;
mod width;

use std::collections::{BTreeSet, VecDeque};
use std::io::Write;

use tilescope_capture::tscap::{Loaded, Replay};
use tilescope_capture::{Capture, Job, Kind, MmioOp, Step};
use tilescope_core::{self as core, AddressSpace, ChipInfo, GpuMemory, Region};
use tilescope_families::{Chip, Family, Lookup, Piece, Registry, Sheet, TextKind};

use draws::{Show, Wanted};
use names::Names;
pub use width::columns;

use crate::args::DecodeArgs;
use crate::exit::{Failure, Finish};
use crate::input;
use crate::recording;
use crate::run::capture::description;

/// The largest number of pieces in one listing; a stream can refer to any
/// number of them.
const MAX_PIECES: usize = 100_000;

pub fn command(
    args: &DecodeArgs,
    families: Registry,
    out: &mut dyn Write,
) -> Result<Finish, Failure> {
    // The folder of an incomplete recording is a capture too.
    let capture = Capture::is_one(&args.path, families);
    if !capture && args.rd.is_some() {
        let path = args.path.display();
        let message = format!("{path} is not a capture, so --rd does not apply");
        return Err(Failure::new(message, None));
    }
    if !capture && (args.path.is_dir() || args.path.ends_with("job.toml")) {
        let job = crate::run::load(&args.path, families)?;
        options::check(args, "is a job for", job.chip)?;
        return list_job(&job, args, out);
    }
    if capture {
        let capture = Capture::open(&args.path, families)?;
        options::check(args, "was recorded on", capture.chip.info)?;
        return match &args.rd {
            Some(to) => export::rd(capture, to),
            None => list_capture(capture, args, out),
        };
    }
    if let Some(format) = recording::format(&args.path, families) {
        return recording::decode(args, format, out);
    }
    if args.draw.is_some() {
        let message = "--draw is for jobs and captures; a single file has no draws";
        return Err(Failure::new(message.to_owned(), None));
    }
    let ending = args.path.extension().and_then(|e| e.to_str());
    let text = ending.and_then(|e| families.text(e));
    let kind = match (args.kind, text) {
        (Some(kind), _) => kind.into(),
        (None, Some((_, kind))) => kind,
        (None, None) => TextKind::List,
    };
    let chip = args.gpu.as_deref().and_then(|name| families.chip(name));
    let family = match (chip, text) {
        (Some(chip), _) => Some(chip.family),
        (None, Some((family, _))) => Some(family),
        (None, None) => families.families().next(),
    };
    match family {
        Some(family) => list_file((family, chip.map(|c| c.info)), kind, args, out),
        None => Err(Failure::new("there are no chips", None)),
    }
}

/// Lists one file, and the pieces it refers to within itself.
fn list_file(
    (family, chip): (&'static dyn Family, Option<&'static ChipInfo>),
    kind: TextKind,
    args: &DecodeArgs,
    out: &mut dyn Write,
) -> Result<Finish, Failure> {
    let base = u64::from(args.base.unwrap_or(0));
    let mut names = Names::new(base);
    let bytes = file(family, args, kind, &mut names)?;
    if bytes.is_empty() {
        return Ok(Finish::Done);
    }
    let end = base + bytes.len() as u64;
    let name = args.path.file_stem().and_then(|n| n.to_str());
    let mut memory = AddressSpace::new();
    // The first region cannot overlap another.
    let mapped = memory.map(Region::from_bytes(name.unwrap_or("file"), base, &bytes));
    debug_assert!(mapped.is_ok());
    names.map(&mut memory, &mut *out)?;
    let mut listing = Listing::new((family, chip), &memory, args, out);
    listing.sheet.limits = vec![(base, end)];
    listing.only_known = true;
    listing.todo.push_back(family.file_piece(kind, base, end));
    listing.all()?;
    Ok(Finish::Done)
}

/// Lists every submission of a job, before execution.
fn list_job(job: &Job, args: &DecodeArgs, out: &mut dyn Write) -> Result<Finish, Failure> {
    let memory = job.instantiate().memory;
    if args.draw.is_some() {
        return job_draws(job, &memory, args, out);
    }
    let mut listing = Listing::new((job.family, Some(job.chip)), &memory, args, out);
    listing.sheet.limits = job
        .buffers
        .iter()
        .map(|b| match b.kind {
            Kind::Undefined | Kind::Zero => (b.address, b.address),
            _ => (b.address, b.address + b.bytes.len() as u64),
        })
        .collect();
    listing.job(job)?;
    Ok(Finish::Done)
}

/// Describes the requested draws of a job, before execution.
fn job_draws(
    job: &Job,
    memory: &AddressSpace,
    args: &DecodeArgs,
    out: &mut dyn Write,
) -> Result<Finish, Failure> {
    let mut wanted = Wanted::new(args);
    let mut walk = job.family.walk(job.chip);
    let mut listing = Listing::new((job.family, Some(job.chip)), memory, args, &mut *out);
    for (i, step) in job.steps.iter().enumerate() {
        let work = match step {
            Step::Submit(s) => s.work.clone(),
            Step::Mmio(script) => {
                let writes: Vec<(&str, u64)> = script.ops.iter().filter_map(written).collect();
                job.family.started(&writes)
            }
        };
        let mut show = Show {
            sheet: &mut listing.sheet,
            args,
            wanted: &mut wanted,
            submission: i,
            label: step.label().to_owned(),
            failed: None,
        };
        if let Some(walk) = &mut walk {
            walk.submission(&work, memory, &mut show);
        }
        show.failed.map_or(Ok(()), Err)?;
    }
    wanted.finish(args, out)?;
    Ok(Finish::Done)
}

/// The register that a step writes, and the value.
fn written(op: &MmioOp) -> Option<(&str, u64)> {
    match op {
        MmioOp::Write {
            register, value, ..
        } => Some((register.as_str(), u64::from(*value))),
        _ => None,
    }
}

/// Describes the requested draws of a capture, with the memory as written by the program.
fn capture_draws(
    mut capture: Capture,
    args: &DecodeArgs,
    out: &mut dyn Write,
) -> Result<Finish, Failure> {
    let mut wanted = Wanted::new(args);
    let Chip { family, info } = capture.chip;
    let listed = (family, Some(info));
    let last = args.draw.and_then(|d| d.last);
    'all: for process in 0..capture.manifest.processes.len() {
        let mut walk = family.walk(info);
        let mut replay = Replay::new(&mut capture, process)?;
        while let Some(loaded) = replay.load(&mut capture)? {
            let s = &loaded.recorded;
            let frame = s.frame.map_or(String::new(), |n| format!(", frame {n}"));
            let label = format!("{}{frame}", s.label);
            let mut listing = Listing::new(listed, &loaded.memory, args, &mut *out);
            let mut show = Show {
                sheet: &mut listing.sheet,
                args,
                wanted: &mut wanted,
                submission: loaded.index,
                label,
                failed: None,
            };
            let work = &loaded.submission.work;
            if let Some(walk) = &mut walk {
                walk.submission(work, &loaded.memory, &mut show);
            }
            show.failed.map_or(Ok(()), Err)?;
            if last.is_some_and(|last| last < wanted.next) {
                break 'all;
            }
            replay.unload(loaded);
        }
    }
    wanted.finish(args, out)?;
    Ok(Finish::Done)
}

/// Lists every submission of a capture, with the memory as written by the
/// program: nothing is executed.
fn list_capture(
    mut capture: Capture,
    args: &DecodeArgs,
    out: &mut dyn Write,
) -> Result<Finish, Failure> {
    if args.draw.is_some() {
        return capture_draws(capture, args, out);
    }
    let listed = (capture.chip.family, Some(capture.chip.info));
    let head = &capture.manifest.head;
    writeln!(out, "# {} on {}", head.command.join(" "), head.chip)?;
    writeln!(out, "# {}", description(&capture.manifest))?;
    for process in 0..capture.manifest.processes.len() {
        let p = &capture.manifest.processes[process];
        writeln!(out, "\n# process {} ({})", p.process, p.program)?;
        let mut seen = BTreeSet::new();
        let mut replay = Replay::new(&mut capture, process)?;
        while let Some(loaded) = replay.load(&mut capture)? {
            submission(&loaded, &mut *out)?;
            // Memory that was written again is listed again.
            let writes = loaded.recorded.writes.iter();
            let changed: BTreeSet<u64> = writes
                .filter_map(|w| Some(loaded.buffers.get(&w.buffer)?.address.0))
                .collect();
            let mut listing = Listing::new(listed, &loaded.memory, args, &mut *out);
            seen.retain(|piece: &Piece| {
                let at = piece.address;
                let offset = loaded.memory.locate(at).map(|(_, offset)| offset);
                offset.is_some_and(|offset| !changed.contains(&(at - offset)))
            });
            listing.seen = std::mem::take(&mut seen);
            listing.sheet.limits = loaded
                .memory
                .regions()
                .iter()
                .filter(|r| !r.is_tracked())
                .map(|r| (r.base(), r.base() + r.len()))
                .collect();
            listing.submission(&loaded.submission);
            listing.all()?;
            seen = listing.seen;
            replay.unload(loaded);
        }
    }
    Ok(Finish::Done)
}

/// Prints the manifest's entry of a submission.
fn submission(loaded: &Loaded, out: &mut dyn Write) -> Result<(), Failure> {
    let s = &loaded.recorded;
    let frame = s.frame.map_or(String::new(), |n| format!(", frame {n}"));
    writeln!(out, "\n# {} of file {}{frame}", s.label, s.file)?;
    for (i, b) in &loaded.buffers {
        let written: u64 = s
            .writes
            .iter()
            .filter(|w| w.buffer == *i)
            .map(|w| w.size)
            .sum();
        let written = match written {
            0 => String::new(),
            n => format!(", {n} written"),
        };
        writeln!(
            out,
            "#   {} {} bytes{written}: {}",
            b.address, b.size, b.name
        )?;
    }
    for t in &s.targets {
        writeln!(
            out,
            "#   {} at {}, {} x {}, bits {:#06x}",
            t.name, t.address, t.width, t.height, t.bits
        )?;
    }
    match &s.result {
        Some(result) => writeln!(out, "#   ended: {}", result.status.name())?,
        None => writeln!(out, "#   its end was not recorded")?,
    }
    Ok(())
}

/// The bytes of a file, assembled if it is text. `names` assigns addresses to
/// names that the text does not define.
fn file(
    family: &dyn Family,
    args: &DecodeArgs,
    kind: TextKind,
    names: &mut Names,
) -> Result<Vec<u8>, Failure> {
    let ending = args.path.extension().and_then(|e| e.to_str());
    if ending != Some(family.ending(kind)) {
        return input::read(&args.path);
    }
    let source = input::read_text(&args.path)?;
    let assemble = |symbols: Lookup<'_>| family.assemble(kind, &source, symbols, &|_| None);
    if let Ok(made) = assemble(&|name| Some(names.address(name))) {
        return Ok(made.bytes);
    }
    // Differences of such names may not fit a field; zeros always do.
    names.clear();
    match assemble(&|_| Some(0)) {
        Ok(made) => Ok(made.bytes),
        Err(errors) => Err(input::text_errors(&args.path, &source, &errors)),
    }
}

struct Listing<'a> {
    family: &'static dyn Family,
    sheet: Sheet<'a>,
    todo: VecDeque<Piece>,
    seen: BTreeSet<Piece>,
    /// Skip pieces without known bytes.
    only_known: bool,
}

impl<'a> Listing<'a> {
    fn new(
        (family, chip): (&'static dyn Family, Option<&'static ChipInfo>),
        memory: &'a AddressSpace,
        args: &DecodeArgs,
        out: &'a mut dyn Write,
    ) -> Self {
        Listing {
            family,
            sheet: Sheet {
                chip,
                memory,
                stable: args.stable,
                out,
                limits: Vec::new(),
                width: args.listing_width(),
            },
            todo: VecDeque::new(),
            seen: BTreeSet::new(),
            only_known: false,
        }
    }

    fn job(&mut self, job: &Job) -> Result<(), Failure> {
        writeln!(self.sheet.out, "# {} on {}", job.title, job.chip.name)?;
        for (i, step) in job.steps.iter().enumerate() {
            let label = match step.label() {
                "" => String::new(),
                label => format!(" ({label})"),
            };
            writeln!(self.sheet.out, "\n# submission {i}{label}")?;
            match step {
                Step::Submit(s) => self.submission(s),
                Step::Mmio(script) => {
                    for op in &script.ops {
                        self.register(op)?;
                    }
                    let writes: Vec<(&str, u64)> = script.ops.iter().filter_map(written).collect();
                    let started = self.family.started(&writes);
                    let pieces = started.iter().map(|w| self.family.work_piece(w));
                    self.todo.extend(pieces);
                }
            }
            self.all()?;
        }
        Ok(())
    }

    fn submission(&mut self, s: &core::Submission) {
        let pieces = s.work.iter().map(|w| self.family.work_piece(w));
        self.todo.extend(pieces);
    }

    fn register(&mut self, op: &MmioOp) -> Result<(), Failure> {
        let text = match op {
            MmioOp::Write {
                register, value, ..
            } => {
                let names = self.sheet.named((*value).into());
                format!("write   {register} = {value:#010x}{names}")
            }
            MmioOp::Read { register, .. } => format!("read    {register}"),
            MmioOp::Expect {
                register,
                value,
                mask,
                ..
            } => format!("expect  {register} & {mask:#010x} == {value:#010x}"),
            MmioOp::Wait {
                register,
                value,
                mask,
                ..
            } => format!("wait    {register} & {mask:#010x} == {value:#010x}"),
        };
        Ok(writeln!(self.sheet.out, "{text}")?)
    }

    /// Lists all pieces in the queue, and those they refer to.
    fn all(&mut self) -> Result<(), Failure> {
        while let Some(piece) = self.todo.pop_front() {
            if self.seen.len() >= MAX_PIECES {
                writeln!(
                    self.sheet.out,
                    "\n# more than {MAX_PIECES} pieces; the rest is left out"
                )?;
                self.todo.clear();
                return Ok(());
            }
            if !self.seen.insert(piece) {
                continue;
            }
            if self.only_known && self.sheet.known(piece.address, None).is_empty() {
                continue;
            }
            self.family.list(piece, &mut self.sheet, &mut self.todo)?;
        }
        Ok(())
    }
}
