//! Recordings of freedreno and turnip (`.rd`), and msm's dumps of hung GPUs.

use std::io;

use tilescope_adreno::chips::{self, Chip};
use tilescope_adreno::devcore::{self, Devcore};
use tilescope_adreno::passes::{Passes, Tracker};
use tilescope_adreno::plan::device::{Identity, identify};
use tilescope_adreno::rd::{self, Stream};
use tilescope_adreno::stream::{Decoder, Draws, Kind, Line, Outermost};
use tilescope_core::{AddressSpace, ChipInfo, Work};
use tilescope_tables::draws::Visitor;

use super::draws::Describe;
use super::explain::explanation;
use super::listing::indent;
use super::streams::Streams;
use crate::{
    Explanation, RecordedLine, Recording, RecordingCheck, RecordingFormat, RecordingWriter,
};

pub(super) static FORMATS: [RecordingFormat; 2] = [
    RecordingFormat {
        name: "a recording of an Adreno driver (.rd)",
        is_one: rd::is_recording,
        open: open_rd,
    },
    RecordingFormat {
        name: "a dump of msm (devcoredump)",
        is_one: devcore::is_devcore,
        open: open_devcore,
    },
];

/// The chip whose rules apply to chips that are not in the tables.
const DEFAULT: &str = "a630";

/// The chip of a GPU number or a chip id.
fn chip(gpu_id: Option<u32>, chip_id: Option<u64>) -> Option<&'static Chip> {
    let identity = Identity {
        gpu_id: gpu_id.unwrap_or(0),
        chip_id: chip_id.unwrap_or(0),
    };
    identify(identity).map(|(chip, _)| chip)
}

/// Refuses GPUs of other generations: their packets and registers have other numbers.
fn generation(gpu_id: Option<u32>, core: Option<u32>) -> Result<(), String> {
    let number = gpu_id.filter(|id| *id != 0).map(|id| id / 100);
    match number.or(core) {
        None | Some(0 | 6) => Ok(()),
        Some(n) => Err(format!(
            "it is of an Adreno {n}xx: only Adreno 6xx are read"
        )),
    }
}

fn open_rd(bytes: Vec<u8>) -> Result<Box<dyn Recording>, String> {
    let recording = rd::read(&bytes).map_err(|e| e.to_string())?;
    let core = recording.chip_id.map(|id| id as u32 >> 24);
    generation(recording.gpu_id, core)?;
    let chip = chip(recording.gpu_id, recording.chip_id);
    let gpu = match (recording.gpu_id, recording.chip_id) {
        (Some(id), _) if id != 0 => format!("GPU {id}"),
        (_, Some(id)) => format!("chip id {id:#x}"),
        _ => "an unknown GPU".to_owned(),
    };
    let streams: usize = recording.submissions.iter().map(|s| s.streams.len()).sum();
    let about = vec![format!(
        "{gpu}, {} submissions, {streams} streams",
        recording.submissions.len()
    )];
    Ok(Box::new(Opened {
        chip,
        gpu,
        about,
        source: Source::Rd(bytes),
    }))
}

fn open_devcore(bytes: Vec<u8>) -> Result<Box<dyn Recording>, String> {
    let text = String::from_utf8_lossy(&bytes);
    let dump = devcore::read(&text).map_err(|e| e.to_string())?;
    let [core, major, minor, patch] = dump.version;
    generation(Some(dump.gpu_id), Some(core.into()))?;
    let chip_id = u32::from_be_bytes(dump.version);
    let chip = chip(Some(dump.gpu_id), Some(chip_id.into()));
    let gpu = format!("GPU {} ({core}.{major}.{minor}.{patch})", dump.gpu_id);
    let mut about = vec![
        format!("{gpu}, Linux {}", dump.kernel),
        format!("{}: {}", dump.comm, dump.cmdline),
        format!("RBBM_STATUS {:#010x}", dump.rbbm_status),
    ];
    for ring in &dump.rings {
        about.push(format!(
            "ring {} at {:#x}: fence {} of {}, {} words not read",
            ring.id,
            ring.memory.address,
            ring.retired_fence,
            ring.last_fence,
            ring.stream().words
        ));
    }
    about.push(format!("{} buffers", dump.buffers.len()));
    if !dump.others.is_empty() {
        about.push(format!("not shown: {}", dump.others.join(", ")));
    }
    Ok(Box::new(Opened {
        chip,
        gpu,
        about,
        source: Source::Devcore(dump),
    }))
}

/// A writer of `.rd` recordings.
pub(super) struct RdWriter<'a>(rd::Writer<&'a mut dyn io::Write>);

impl<'a> RdWriter<'a> {
    pub fn new(chip: &Chip, out: &'a mut dyn io::Write) -> io::Result<Self> {
        let writer = rd::Writer::new(out, Some(chip.gpu_id), Some(chip.chip_id.into()))?;
        Ok(RdWriter(writer))
    }
}

impl RecordingWriter for RdWriter<'_> {
    fn submission(&mut self, label: &str, work: &[Work], memory: &AddressSpace) -> io::Result<()> {
        self.0.submission(label)?;
        for region in memory.regions() {
            let len = usize::try_from(region.len()).map_err(io::Error::other)?;
            let mut bytes = vec![0; len];
            if region.read(0, &mut bytes).is_some() {
                self.0.buffer(region.base(), &bytes)?;
            }
        }
        for work in work {
            if let Work::List { start, end, .. } = *work {
                self.0.stream(Stream {
                    address: start,
                    words: ((end - start) / 4) as u32,
                })?;
            }
        }
        Ok(())
    }
}

/// The contents of a file.
enum Source {
    /// The bytes of a recording.
    Rd(Vec<u8>),
    /// A dump.
    Devcore(Devcore),
}

struct Opened {
    chip: Option<&'static Chip>,
    gpu: String,
    about: Vec<String>,
    source: Source,
}

/// A stream to decode.
struct Item<'a> {
    submission: usize,
    label: &'a str,
    stream: Stream,
    /// `submission 0 (name) > stream 0`.
    place: String,
}

/// Calls `each` for every stream with the memory that it sees.
type Each<'a> = &'a mut dyn FnMut(&Item<'_>, &dyn Fn(u64, &mut [u32]) -> usize) -> io::Result<()>;

impl Source {
    fn streams(&self, each: Each<'_>) -> io::Result<()> {
        match self {
            Source::Rd(bytes) => {
                // It was read when the file was opened.
                let recording = rd::read(bytes).map_err(io::Error::other)?;
                for (n, submission) in recording.submissions.iter().enumerate() {
                    let name = match submission.name.as_str() {
                        "" => String::new(),
                        name => format!(" ({name})"),
                    };
                    for (i, &stream) in submission.streams.iter().enumerate() {
                        let item = Item {
                            submission: n,
                            label: &submission.name,
                            stream,
                            place: format!("submission {n}{name} > stream {i}"),
                        };
                        each(&item, &|address, words| submission.read(address, words))?;
                    }
                }
            }
            Source::Devcore(dump) => {
                for (n, ring) in dump.rings.iter().enumerate() {
                    // What was done tells what led to the rest. After the end of its memory a ring
                    // continues at its beginning: only then is the beginning not older.
                    let mut stream = ring.stream();
                    if ring.write >= ring.read {
                        stream = Stream {
                            address: ring.memory.address,
                            words: ring.write,
                        };
                    }
                    if stream.words == 0 {
                        continue;
                    }
                    let item = Item {
                        submission: n,
                        label: "",
                        stream,
                        place: format!("ring {}", ring.id),
                    };
                    each(&item, &|address, words| dump.read(address, words))?;
                }
            }
        }
        Ok(())
    }
}

impl Opened {
    fn outermost(&self) -> Outermost {
        match self.source {
            Source::Rd(_) => Outermost::Client,
            Source::Devcore(_) => Outermost::Kernel,
        }
    }

    /// The chip whose properties apply.
    fn nearest(&self) -> Option<&'static Chip> {
        self.chip.or_else(|| chips::named(DEFAULT))
    }

    /// A note that another chip's properties apply, if they do.
    fn substitute(&self, applied: &Chip) -> Option<String> {
        self.chip.is_none().then(|| {
            format!(
                "{} is not one of the chips that are known: the limits of {} apply",
                self.gpu, applied.name
            )
        })
    }

    /// The render passes.
    fn passes(&self) -> Passes {
        let mut decoder = Decoder::default();
        decoder.tracker = self.nearest().map(Tracker::new);
        let each: Each<'_> = &mut |item, read| {
            decoder.list(item.stream, &read, &mut |_| {});
            Ok(())
        };
        // Listing to nowhere does not fail.
        let _ = self.source.streams(each);
        decoder.tracker.map(Tracker::finish).unwrap_or_default()
    }
}

/// Registers of a dump that Mesa's `crashdec` has no names for are numbers here too.
fn register(number: u32, value: u32) -> String {
    use tilescope_adreno::regs;
    match regs::at(number) {
        Some((row, element, word)) => {
            let text = regs::text(&row.value, value.into());
            format!("{}: {text}", row.name(element, word))
        }
        None => format!("{number:#x}: {value:08x}"),
    }
}

impl Recording for Opened {
    fn chip(&self) -> Option<&'static ChipInfo> {
        self.chip.map(|c| &c.info)
    }

    fn about(&self) -> Vec<String> {
        self.about.clone()
    }

    fn list(&self, out: &mut dyn FnMut(RecordedLine<'_>) -> io::Result<()>) -> io::Result<()> {
        let mut decoder = Decoder::default();
        decoder.marks = self.passes().marks().into();
        decoder.draws = Draws::WithShaders;
        let mut known = 0;
        self.source.streams(&mut |item, read| {
            out(RecordedLine::Head(&item.place))?;
            let mut result = Ok(());
            decoder.list(item.stream, &read, &mut |line: Line<'_>| {
                if result.is_ok() {
                    result = out(match line.kind {
                        Kind::Remark => RecordedLine::Remark(line.text),
                        kind => RecordedLine::Word {
                            address: line.address,
                            indent: line.depth * 2 + indent(kind),
                            text: line.text,
                        },
                    });
                }
            });
            result?;
            for problem in decoder.summary.problems.iter().skip(known) {
                let text = format!("problem at {:#x}: {}", problem.address, problem.message);
                out(RecordedLine::Remark(&text))?;
            }
            known = decoder.summary.problems.len();
            Ok(())
        })?;
        if let Source::Devcore(dump) = &self.source {
            out(RecordedLine::Head("registers"))?;
            for &(number, value) in &dump.registers {
                out(RecordedLine::Word {
                    address: u64::from(number),
                    indent: 0,
                    text: &register(number, value),
                })?;
            }
        }
        Ok(())
    }

    fn draws(&self, visitor: &mut dyn Visitor, begin: &mut dyn FnMut(usize, &str)) {
        let mut decoder = Decoder::default();
        decoder.draws = Draws::WithShaders;
        let mut describe = Describe::default();
        let mut last = None;
        let each: Each<'_> = &mut |item, read| {
            if last.replace(item.submission) != Some(item.submission) {
                begin(item.submission, item.label);
                describe.number = 0;
            }
            decoder.list(item.stream, &read, &mut |line| describe.line(line, visitor));
            describe.finish(visitor);
            Ok(())
        };
        // Describing does not fail.
        let _ = self.source.streams(each);
    }

    fn explain(&self, release: Option<&str>) -> Result<Explanation, String> {
        let release = super::plan::release(release)?;
        let Some(chip) = self.nearest() else {
            return Ok(Explanation::default());
        };
        let notes = self.substitute(chip).into_iter().collect();
        Ok(explanation(&chip.of(release), &self.passes(), notes))
    }

    fn check(&self) -> RecordingCheck {
        let Some(chip) = self.nearest() else {
            return RecordingCheck::default();
        };
        let mut streams = Streams::new(chip, self.outermost());
        let mut submission = None;
        let each: Each<'_> = &mut |item, read| {
            if submission.replace(item.submission) != Some(item.submission) {
                streams.begin();
            }
            streams.stream(item.stream, &item.place, &read);
            Ok(())
        };
        // Checking does not fail.
        let _ = self.source.streams(each);
        let mut result = streams.finish();
        result.notes.splice(0..0, self.substitute(chip));
        result
    }
}
