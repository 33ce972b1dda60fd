//! Recordings of other tools: recognised by contents, decoded, checked, and not executed.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use flate2::read::GzDecoder;
use tilescope_core::AddressSpace;
use tilescope_families::{
    RECORDING_HEAD, RecordedFinding, RecordedLine, Recording, RecordingFormat, Registry, Sheet,
};
use tilescope_session::show::excerpt;
use tilescope_session::show::listing::{Excerpt, Line};
use tilescope_tables::draws::{Draw, Visitor};
use tilescope_tables::text::hex_digits;

use crate::args::DecodeArgs;
use crate::decode::draws::{Show, Wanted};
use crate::exit::{Failure, Finish};
use crate::report::Finding;

/// The largest recording, in bytes after decompression.
const MAX_BYTES: u64 = 1 << 30;

/// The first bytes of a file that is compressed with gzip.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The bytes of a file, decompressed.
fn contents(path: &Path) -> std::io::Result<Box<dyn Read>> {
    let mut file = File::open(path)?;
    let mut magic = [0; 2];
    let read = file.read(&mut magic)?;
    let start = std::io::Cursor::new(magic).take(read as u64);
    let whole = start.chain(file);
    Ok(match magic {
        GZIP => Box::new(GzDecoder::new(whole)),
        _ => Box::new(whole),
    })
}

/// The format of a regular file that is a recording of a chip of `families`. Files with an
/// extension of texts are what the extension says.
pub fn format(path: &Path, families: Registry) -> Option<&'static RecordingFormat> {
    let ending = path.extension().and_then(|e| e.to_str());
    if ending.is_some_and(|e| families.text(e).is_some()) || !path.is_file() {
        return None;
    }
    let mut head = Vec::new();
    // A file that cannot be read is reported by what reads it next.
    let read = contents(path).and_then(|c| c.take(RECORDING_HEAD as u64).read_to_end(&mut head));
    read.ok()?;
    let mut formats = families.families().flat_map(|f| f.recordings());
    formats.find(|f| (f.is_one)(&head))
}

/// Opens a recording of a known format.
pub fn open(path: &Path, format: &RecordingFormat) -> Result<Box<dyn Recording>, Failure> {
    let failed = |why: String| Failure::new(format!("{}: {why}", path.display()), None);
    let mut bytes = Vec::new();
    let read = contents(path).and_then(|c| c.take(MAX_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|e| failed(format!("cannot be read: {e}")))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(failed(format!("more than {} MiB", MAX_BYTES >> 20)));
    }
    (format.open)(bytes).map_err(failed)
}

/// The error of commands that execute.
pub fn not_executed(path: &Path, format: &RecordingFormat) -> Failure {
    let message = format!(
        "{} is {}, which cannot be executed yet",
        path.display(),
        format.name
    );
    Failure::new(
        message,
        Some("`tilescope decode` and `tilescope lint` read it"),
    )
}

/// Lists a recording, or describes its draws.
pub fn decode(
    args: &DecodeArgs,
    format: &RecordingFormat,
    out: &mut dyn Write,
) -> Result<Finish, Failure> {
    let recording = open(&args.path, format)?;
    let chip = recording.chip();
    let refused = [
        ("--as", args.kind.is_some()),
        ("--base", args.base.is_some()),
        ("--stable", args.stable),
    ];
    let other = args
        .gpu
        .as_deref()
        .is_some_and(|gpu| chip.is_none_or(|c| c.name != gpu));
    let refused = refused.into_iter().find(|r| r.1).map(|r| r.0);
    if let Some(option) = refused.or(other.then_some("--gpu")) {
        let message = format!(
            "{} is {}, so {option} does not apply",
            args.path.display(),
            format.name
        );
        return Err(Failure::new(message, None));
    }
    if args.draw.is_some() {
        return draws(args, recording.as_ref(), out);
    }
    let on = chip.map_or(String::new(), |c| format!(" on {}", c.title));
    writeln!(out, "# {}{on}", format.name)?;
    for line in recording.about() {
        writeln!(out, "# {line}")?;
    }
    let mut whole = String::new();
    recording.list(&mut |line| match line {
        RecordedLine::Head(text) => writeln!(out, "\n# {text}"),
        RecordedLine::Remark(text) => writeln!(out, "# {text}"),
        RecordedLine::Word {
            address,
            indent,
            text,
        } => {
            // One write for each line: there are millions.
            whole.clear();
            push_address(&mut whole, address);
            whole.extend(std::iter::repeat_n(' ', indent));
            whole.push_str(text);
            whole.push('\n');
            out.write_all(whole.as_bytes())
        }
    })?;
    Ok(Finish::Done)
}

/// Appends an address of at least ten digits between columns.
fn push_address(line: &mut String, address: u64) {
    let (high, low) = ((address >> 32) as u32, address as u32);
    let digits = [hex_digits(high), hex_digits(low)];
    let unused = (high.leading_zeros() / 4).min(6) as usize;
    let digits = std::str::from_utf8(&digits.as_flattened()[unused..]).unwrap_or_default();
    line.push_str("  0x");
    line.push_str(digits);
    line.push_str("  ");
}

/// Passes draws on with the submission that they are in.
struct Draws<'a, 'o> {
    args: &'a DecodeArgs,
    out: &'o mut dyn Write,
    memory: AddressSpace,
    wanted: Wanted,
    submission: usize,
    label: String,
    failed: Option<Failure>,
}

impl Draws<'_, '_> {
    fn with<T>(&mut self, run: impl FnOnce(&mut Show<'_, '_>) -> T) -> T {
        let mut sheet = Sheet {
            chip: None,
            memory: &self.memory,
            stable: false,
            out: &mut *self.out,
            limits: Vec::new(),
            width: self.args.listing_width(),
        };
        let mut show = Show {
            sheet: &mut sheet,
            args: self.args,
            wanted: &mut self.wanted,
            submission: self.submission,
            label: self.label.clone(),
            failed: self.failed.take(),
        };
        let result = run(&mut show);
        self.failed = show.failed.take();
        result
    }
}

/// A visitor that also learns where a submission begins.
struct Shared<'s, 'a, 'o>(&'s std::cell::RefCell<Draws<'a, 'o>>);

impl Visitor for Shared<'_, '_, '_> {
    fn wants(&mut self) -> bool {
        self.0.borrow_mut().with(|show| show.wants())
    }

    fn draw(&mut self, draw: Draw) {
        self.0.borrow_mut().with(|show| show.draw(draw));
    }
}

fn draws(
    args: &DecodeArgs,
    recording: &dyn Recording,
    out: &mut dyn Write,
) -> Result<Finish, Failure> {
    let state = std::cell::RefCell::new(Draws {
        args,
        out: &mut *out,
        memory: AddressSpace::new(),
        wanted: Wanted::new(args),
        submission: 0,
        label: String::new(),
        failed: None,
    });
    recording.draws(&mut Shared(&state), &mut |submission, label| {
        let mut state = state.borrow_mut();
        state.submission = submission;
        state.label = label.to_owned();
    });
    let Draws { wanted, failed, .. } = state.into_inner();
    failed.map_or(Ok(()), Err)?;
    wanted.finish(args, out)?;
    Ok(Finish::Done)
}

/// A finding in the form of reports.
pub fn finding(found: RecordedFinding) -> Finding {
    let listed = found.text.map(|text| Excerpt {
        lines: vec![Line {
            place: format!("{:#010x}", found.address),
            hex: String::new(),
            text,
        }],
        fault: 0,
        mark: None,
    });
    Finding {
        message: found.message,
        location: format!("{} > {:#x}", found.place, found.address),
        address: Some(found.address),
        excerpt: listed.map(|l| l.render()),
        count: found.count,
        ..excerpt::of_rule(found.rule)
    }
}
