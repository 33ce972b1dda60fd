//! `tilescope decode`: annotated listings.

mod draws;
mod fold;
mod json;
mod names;
mod options;
mod sheet;
mod vc4;
mod vivante;

use std::collections::{BTreeSet, VecDeque};
use std::io::Write;

use tilescope_capture::tscap::{Loaded, Replay};
use tilescope_capture::{Capture, Job, Kind, MmioOp, Step, find_chip};
use tilescope_core::{self as core, AddressSpace, GpuMemory, Region, Work};

use tilescope_tables::draws::Visitor;
use tilescope_tables::text::TextError;

use draws::{Show, Wanted};
pub use fold::columns;
use names::Names;
use sheet::Sheet;

use crate::args::{DecodeArgs, FileKind};
use crate::exit::{Failure, Finish};
use crate::input;
use crate::run::capture::description;

/// The largest number of pieces in one listing; a stream can refer to any
/// number of them.
const MAX_PIECES: usize = 100_000;

pub fn command(args: &DecodeArgs, out: &mut dyn Write) -> Result<Finish, Failure> {
    // The folder of an incomplete recording is a capture too.
    let capture = Capture::is_one(&args.path);
    if !capture && (args.path.is_dir() || args.path.ends_with("job.toml")) {
        let job = crate::run::load(&args.path)?;
        options::check(args, "is a job for", job.chip)?;
        return match job.chip.family {
            "vivante" => list_job::<vivante::Piece>(&job, args, out),
            _ => list_job::<vc4::Piece>(&job, args, out),
        };
    }
    if capture {
        let capture = Capture::open(&args.path)?;
        let chip = find_chip(&capture.manifest.head.chip);
        if let Some((_, chip)) = chip {
            options::check(args, "was recorded on", chip)?;
        }
        return match chip.map(|(family, _)| family.name) {
            Some("vivante") => list_capture::<vivante::Piece>(capture, args, out),
            _ => list_capture::<vc4::Piece>(capture, args, out),
        };
    }
    if args.draw.is_some() {
        let message = "--draw is for jobs and captures; a single file has no draws";
        return Err(Failure::new(message.to_owned(), None));
    }
    let ending = args.path.extension().and_then(|e| e.to_str());
    let kind = match args.kind {
        Some(kind) => kind,
        None if matches!(ending, Some("qasm" | "vasm")) => FileKind::Shader,
        None => FileKind::List,
    };
    let vivante = match args.gpu {
        Some(chip) => chip.family == "vivante",
        None => matches!(ending, Some("cmd" | "vasm")),
    };
    match vivante {
        true => list_file::<vivante::Piece>(kind, args, out),
        false => list_file::<vc4::Piece>(kind, args, out),
    }
}

/// Lists one file, and the pieces it refers to within itself.
fn list_file<P: Piece>(
    kind: FileKind,
    args: &DecodeArgs,
    out: &mut dyn Write,
) -> Result<Finish, Failure> {
    let base = u64::from(args.base.unwrap_or(0));
    let mut names = Names::new(base);
    let bytes = file::<P>(args, kind, &mut names)?;
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
    let mut listing = Listing::new(&memory, args, out);
    listing.sheet.limits = vec![(base, end)];
    listing.only_known = true;
    listing.todo.push_back(P::file(kind, base, end));
    listing.all()?;
    Ok(Finish::Done)
}

/// Lists every submission of a job, before execution.
fn list_job<P: Piece>(
    job: &Job,
    args: &DecodeArgs,
    out: &mut dyn Write,
) -> Result<Finish, Failure> {
    let memory = job.instantiate().memory;
    if args.draw.is_some() {
        return job_draws::<P>(job, &memory, args, out);
    }
    let mut listing = Listing::<P>::new(&memory, args, out);
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
fn job_draws<P: Piece>(
    job: &Job,
    memory: &AddressSpace,
    args: &DecodeArgs,
    out: &mut dyn Write,
) -> Result<Finish, Failure> {
    let mut wanted = Wanted::new(args);
    let mut walk = P::walk(job.chip.name);
    let mut listing = Listing::<P>::new(memory, args, &mut *out);
    for (i, step) in job.steps.iter().enumerate() {
        let work = match step {
            Step::Submit(s) => s.work.clone(),
            Step::Mmio(script) => {
                let writes: Vec<(&str, u64)> = script.ops.iter().filter_map(written).collect();
                P::started_work(&writes)
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
        P::draws(&mut walk, &work, memory, &mut show);
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
fn capture_draws<P: Piece>(
    mut capture: Capture,
    args: &DecodeArgs,
    out: &mut dyn Write,
) -> Result<Finish, Failure> {
    let mut wanted = Wanted::new(args);
    let chip = capture.manifest.head.chip.clone();
    let last = args.draw.and_then(|d| d.last);
    'all: for process in 0..capture.manifest.processes.len() {
        let mut walk = P::walk(&chip);
        let mut replay = Replay::new(&mut capture, process)?;
        while let Some(loaded) = replay.load(&mut capture)? {
            let s = &loaded.recorded;
            let frame = s.frame.map_or(String::new(), |n| format!(", frame {n}"));
            let label = format!("{}{frame}", s.label);
            let mut listing = Listing::<P>::new(&loaded.memory, args, &mut *out);
            let mut show = Show {
                sheet: &mut listing.sheet,
                args,
                wanted: &mut wanted,
                submission: loaded.index,
                label,
                failed: None,
            };
            let work = &loaded.submission.work;
            P::draws(&mut walk, work, &loaded.memory, &mut show);
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
fn list_capture<P: Piece>(
    mut capture: Capture,
    args: &DecodeArgs,
    out: &mut dyn Write,
) -> Result<Finish, Failure> {
    if args.draw.is_some() {
        return capture_draws::<P>(capture, args, out);
    }
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
            let mut listing = Listing::new(&loaded.memory, args, &mut *out);
            seen.retain(|piece: &P| {
                let at = piece.address();
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
fn file<P: Piece>(
    args: &DecodeArgs,
    kind: FileKind,
    names: &mut Names,
) -> Result<Vec<u8>, Failure> {
    let ending = args.path.extension().and_then(|e| e.to_str());
    if ending != Some(P::ending(kind)) {
        return input::read(&args.path);
    }
    let source = input::read_text(&args.path)?;
    if let Ok(bytes) = P::assemble(kind, &source, &|name| Some(names.address(name))) {
        return Ok(bytes);
    }
    // Differences of such names may not fit a field; zeros always do.
    names.clear();
    P::assemble(kind, &source, &|_| Some(0))
        .map_err(|e| input::text_errors(&args.path, &source, &e))
}

/// A piece of a listing, of one family.
trait Piece: Copy + Ord {
    /// A whole file.
    fn file(kind: FileKind, start: u64, end: u64) -> Self;

    /// The extension of text files of this kind.
    fn ending(kind: FileKind) -> &'static str;

    /// Assembles a text. `symbols` resolves the names that it does not define.
    fn assemble(
        kind: FileKind,
        source: &str,
        symbols: &dyn Fn(&str) -> Option<u64>,
    ) -> Result<Vec<u8>, Vec<TextError>>;

    /// The piece that a submission's work starts with.
    fn work(work: &Work) -> Self;

    /// The pieces started by register writes, in order.
    fn started(writes: &[(&str, u64)]) -> Vec<Self> {
        Self::started_work(writes).iter().map(Self::work).collect()
    }

    /// The same as work of a submission.
    fn started_work(writes: &[(&str, u64)]) -> Vec<Work>;

    /// State of a walk that is carried from one submission to the next.
    type Walk;

    /// A walk over the submissions of one process on the chip of this name.
    fn walk(chip: &str) -> Self::Walk;

    /// Walks over the draws of a submission.
    fn draws(
        walk: &mut Self::Walk,
        work: &[Work],
        memory: &AddressSpace,
        visitor: &mut dyn Visitor,
    );

    /// The address of its first byte.
    fn address(&self) -> u64;

    /// Prints it, and adds the pieces it refers to to `todo`.
    fn list(self, sheet: &mut Sheet<'_>, todo: &mut VecDeque<Self>) -> Result<(), Failure>;
}

struct Listing<'a, P> {
    sheet: Sheet<'a>,
    todo: VecDeque<P>,
    seen: BTreeSet<P>,
    /// Skip pieces without known bytes.
    only_known: bool,
}

impl<'a, P: Piece> Listing<'a, P> {
    fn new(memory: &'a AddressSpace, args: &DecodeArgs, out: &'a mut dyn Write) -> Self {
        Listing {
            sheet: Sheet {
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
                    self.todo.extend(P::started(&writes));
                }
            }
            self.all()?;
        }
        Ok(())
    }

    fn submission(&mut self, s: &core::Submission) {
        self.todo.extend(s.work.iter().map(P::work));
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
            if self.only_known && self.sheet.known(piece.address(), None).is_empty() {
                continue;
            }
            piece.list(&mut self.sheet, &mut self.todo)?;
        }
        Ok(())
    }
}
