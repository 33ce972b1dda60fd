//! `tilescope decode`: annotated listings.

use std::collections::{BTreeSet, VecDeque};
use std::io::Write;

use tilescope_capture::tscap::Replay;
use tilescope_capture::tscap::manifest::{Process, Submission};
use tilescope_capture::{Capture, Job, Kind, MmioOp, Step};
use tilescope_core::{self as core, AddressSpace, GpuMemory, Region, Unit, Work};
use tilescope_tables::packet::{Field, Kind as FieldKind, Layout};
use tilescope_vc4::cmd::describe::describe;
use tilescope_vc4::cmd::parse::{Element, Elements};
use tilescope_vc4::cmd::text::{Addresses, Options};
use tilescope_vc4::isa;
use tilescope_vc4::packets::Packet;
use tilescope_vc4::records;
use tilescope_vc4::records::{GlShaderRecord, NvShaderRecord, VgShaderRecord};

use crate::args::{DecodeArgs, FileKind};
use crate::exit::{Failure, Finish};
use crate::input;
use crate::run::capture::description;

const UNIT: Unit = Unit("listing");
/// Pieces that one listing shows; a stream can point at any number of them.
const MAX_PIECES: usize = 100_000;
/// Bytes that a line shows: those of the longest packet.
const SHOWN_BYTES: usize = 16;

pub fn command(args: &DecodeArgs, out: &mut dyn Write) -> Result<Finish, Failure> {
    if args.path.is_dir() || args.path.ends_with("job.toml") {
        let job = Job::load(&args.path)?;
        let memory = job.instantiate().memory;
        let mut listing = Listing::new(&memory, args.stable, out);
        listing.limits = job
            .buffers
            .iter()
            .map(|b| match b.kind {
                Kind::Undefined | Kind::Zero => (b.address, b.address),
                _ => (b.address, b.address + b.bytes.len() as u64),
            })
            .collect();
        listing.job(&job)?;
        return Ok(Finish::Done);
    }
    if Capture::is_one(&args.path) {
        return capture(args, out);
    }
    let by_name = match args.path.extension().and_then(|e| e.to_str()) {
        Some("qasm") => FileKind::Shader,
        _ => FileKind::List,
    };
    let kind = args.kind.unwrap_or(by_name);
    let bytes = file(args, kind)?;
    if bytes.is_empty() {
        return Ok(Finish::Done);
    }
    let base = u64::from(args.base);
    let end = base + bytes.len() as u64;
    let name = args.path.file_stem().and_then(|n| n.to_str());
    let mut memory = AddressSpace::new();
    // The only region cannot overlap another.
    let mapped = memory.map(Region::from_bytes(name.unwrap_or("file"), base, &bytes));
    debug_assert!(mapped.is_ok());
    let mut listing = Listing::new(&memory, args.stable, out);
    listing.limits = vec![(base, end)];
    listing.todo.push_back(match kind {
        FileKind::List => Piece::List {
            start: base,
            end: Some(end),
        },
        FileKind::Shader => Piece::Shader {
            stage: "",
            address: base,
            whole: true,
        },
    });
    listing.all()?;
    Ok(Finish::Done)
}

/// Every submission of a capture, with the memory that the program wrote: nothing
/// is executed.
fn capture(args: &DecodeArgs, out: &mut dyn Write) -> Result<Finish, Failure> {
    let mut capture = Capture::open(&args.path)?;
    let head = &capture.manifest.head;
    writeln!(out, "# {} on {}", head.command.join(" "), head.chip)?;
    writeln!(out, "# {}", description(&capture.manifest))?;
    for process in 0..capture.manifest.processes.len() {
        let p = &capture.manifest.processes[process];
        writeln!(out, "\n# process {} ({})", p.process, p.program)?;
        let mut seen = BTreeSet::new();
        let mut replay = Replay::new(&capture, process);
        while let Some(loaded) = replay.load(&mut capture)? {
            let p = &capture.manifest.processes[process];
            let s = &p.submissions[loaded.index];
            submission(p, s, &mut *out)?;
            // What was written anew is listed anew.
            let changed: BTreeSet<u64> = s
                .writes
                .iter()
                .map(|w| p.buffers[w.buffer].address.0)
                .collect();
            let mut listing = Listing::new(&loaded.memory, args.stable, &mut *out);
            seen.retain(|piece: &Piece| {
                let at = piece.address();
                let offset = loaded.memory.locate(at).map(|(_, offset)| offset);
                offset.is_some_and(|offset| !changed.contains(&(at - offset)))
            });
            listing.seen = std::mem::take(&mut seen);
            listing.limits = loaded
                .memory
                .regions()
                .iter()
                .filter(|r| !r.is_tracked())
                .map(|r| (r.base(), r.base() + r.len()))
                .collect();
            listing.submission(&loaded.submission);
            listing.all()?;
            seen = listing.seen;
            replay.unload(&capture, loaded);
        }
    }
    Ok(Finish::Done)
}

/// What the manifest says of a submission.
fn submission(p: &Process, s: &Submission, out: &mut dyn Write) -> Result<(), Failure> {
    let frame = s.frame.map_or(String::new(), |n| format!(", frame {n}"));
    writeln!(out, "\n# {} of file {}{frame}", s.label, s.file)?;
    for i in &s.buffers {
        let b = &p.buffers[*i];
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
        None => writeln!(out, "#   nothing is known of its end")?,
    }
    Ok(())
}

/// The bytes of a file, assembled if it is text.
fn file(args: &DecodeArgs, kind: FileKind) -> Result<Vec<u8>, Failure> {
    let ending = args.path.extension().and_then(|e| e.to_str());
    // Names outside the file are unknown here; 0 keeps the sizes right.
    let unknown = |_: &str| Some(0);
    match (kind, ending) {
        (FileKind::List, Some("cl")) => {
            let source = input::read_text(&args.path)?;
            tilescope_vc4::cmd::text::assemble(&source, &unknown)
                .map(|a| a.bytes)
                .map_err(|e| input::text_errors(&args.path, &source, &e))
        }
        (FileKind::Shader, Some("qasm")) => {
            let source = input::read_text(&args.path)?;
            isa::assemble(&source, &unknown)
                .map(|a| a.words.iter().flat_map(|w| w.to_le_bytes()).collect())
                .map_err(|e| input::text_errors(&args.path, &source, &e))
        }
        _ => input::read(&args.path),
    }
}

/// Something to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    List {
        start: u64,
        /// Without an end it goes on to a return, a halt or the end of what is known.
        end: Option<u64>,
    },
    GlRecord {
        address: u64,
        attributes: u8,
        extended: bool,
    },
    NvRecord {
        address: u64,
    },
    VgRecord {
        address: u64,
    },
    Shader {
        stage: &'static str,
        address: u64,
        /// Whether it goes on behind a program end, as a whole file does.
        whole: bool,
    },
}

impl Piece {
    /// Where it begins.
    fn address(&self) -> u64 {
        match self {
            Piece::List { start, .. } => *start,
            Piece::GlRecord { address, .. }
            | Piece::NvRecord { address }
            | Piece::VgRecord { address }
            | Piece::Shader { address, .. } => *address,
        }
    }
}

struct Listing<'a> {
    memory: &'a AddressSpace,
    stable: bool,
    out: &'a mut dyn Write,
    /// First and last address of what is known before anything has run.
    limits: Vec<(u64, u64)>,
    todo: VecDeque<Piece>,
    seen: BTreeSet<Piece>,
}

impl<'a> Listing<'a> {
    fn new(memory: &'a AddressSpace, stable: bool, out: &'a mut dyn Write) -> Self {
        Listing {
            memory,
            stable,
            out,
            limits: Vec::new(),
            todo: VecDeque::new(),
            seen: BTreeSet::new(),
        }
    }

    fn job(&mut self, job: &Job) -> Result<(), Failure> {
        writeln!(self.out, "# {} on {}", job.title, job.chip.name)?;
        for (i, step) in job.steps.iter().enumerate() {
            let label = match step.label() {
                "" => String::new(),
                label => format!(" ({label})"),
            };
            writeln!(self.out, "\n# submission {i}{label}")?;
            match step {
                Step::Submit(s) => self.submission(s),
                Step::Mmio(script) => {
                    let mut starts = [None; 2];
                    for op in &script.ops {
                        self.register(op)?;
                        if let MmioOp::Write {
                            register, value, ..
                        } = op
                        {
                            let value = u64::from(*value);
                            match register.as_str() {
                                "CT0CA" => starts[0] = Some(value),
                                "CT1CA" => starts[1] = Some(value),
                                "CT0EA" | "CT1EA" => {
                                    let thread = usize::from(register == "CT1EA");
                                    if let Some(start) = starts[thread].take() {
                                        let end = Some(value);
                                        self.todo.push_back(Piece::List { start, end });
                                    }
                                }
                                "SRQPC" => self.todo.push_back(Piece::Shader {
                                    stage: "user",
                                    address: value,
                                    whole: false,
                                }),
                                _ => {}
                            }
                        }
                    }
                }
            }
            self.all()?;
        }
        Ok(())
    }

    fn submission(&mut self, s: &core::Submission) {
        for work in &s.work {
            self.todo.push_back(match *work {
                Work::List { start, end, .. } => Piece::List {
                    start,
                    end: Some(end),
                },
                Work::Program { code, .. } => Piece::Shader {
                    stage: "user",
                    address: code,
                    whole: false,
                },
            });
        }
    }

    fn register(&mut self, op: &MmioOp) -> Result<(), Failure> {
        let text = match op {
            MmioOp::Write {
                register, value, ..
            } => {
                let names = self.named((*value).into());
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
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Lists everything that is left to do, and what it points at.
    fn all(&mut self) -> Result<(), Failure> {
        while let Some(piece) = self.todo.pop_front() {
            if self.seen.len() >= MAX_PIECES {
                writeln!(
                    self.out,
                    "\n# more than {MAX_PIECES} pieces; the rest is left out"
                )?;
                self.todo.clear();
                return Ok(());
            }
            if !self.seen.insert(piece) {
                continue;
            }
            match piece {
                Piece::List { start, end } => self.list(start, end)?,
                Piece::GlRecord {
                    address,
                    attributes,
                    extended,
                } => self.gl_record(address, attributes, extended)?,
                Piece::NvRecord { address } => self.nv_record(address)?,
                Piece::VgRecord { address } => self.vg_record(address)?,
                Piece::Shader {
                    stage,
                    address,
                    whole,
                } => self.shader(stage, address, whole)?,
            }
        }
        Ok(())
    }

    /// An address as the listing shows it.
    fn place(&self, address: u64) -> String {
        match self.memory.locate(address) {
            Some((name, offset)) if self.stable => format!("{name}+{offset:#06x}"),
            _ if self.stable => "outside".to_owned(),
            _ => format!("{address:#010x}"),
        }
    }

    /// ` = @buffer+0x10`, if the address is in one.
    fn named(&self, address: u64) -> String {
        match self.memory.locate(address) {
            Some((name, 0)) => format!(" (@{name})"),
            Some((name, offset)) => format!(" (@{name}+{offset:#x})"),
            None => String::new(),
        }
    }

    /// The known bytes from `start` up to `end`.
    fn known(&self, start: u64, end: Option<u64>) -> Vec<u8> {
        let inside = |&&(from, to): &&(u64, u64)| from <= start && start < to;
        let Some((_, limit)) = self.limits.iter().find(inside) else {
            return Vec::new();
        };
        let end = end.map_or(*limit, |e| e.min(*limit));
        let mut bytes = vec![0; end.saturating_sub(start) as usize];
        match self.memory.read(start, &mut bytes, UNIT) {
            Ok(()) => bytes,
            Err(_) => Vec::new(),
        }
    }

    fn header(&mut self, what: &str, address: u64) -> Result<(), Failure> {
        let place = self.place(address);
        let named = match self.stable {
            true => String::new(),
            false => self.named(address),
        };
        Ok(writeln!(self.out, "\n{what} {place}{named}")?)
    }

    fn line(&mut self, address: u64, bytes: &[u8], text: &str) -> Result<(), Failure> {
        let place = self.place(address);
        if self.stable {
            // The bytes of a packet are its addresses too; the text loses nothing.
            return Ok(writeln!(self.out, "  {place}  {text}")?);
        }
        let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
        Ok(writeln!(self.out, "  {place}  {hex:<32}  {text}")?)
    }

    fn field(&mut self, field: &Field, payload: &[u8]) -> Result<(), Failure> {
        let raw = field.get(payload);
        if field.kind == FieldKind::Reserved && raw == 0 {
            return Ok(());
        }
        let value = match field.kind {
            FieldKind::Address(shift) => {
                let address = raw << shift;
                match (self.stable, self.memory.locate(address)) {
                    (true, Some((name, offset))) => format!("@{name}+{offset:#x}"),
                    _ => format!("{}{}", field.format(raw), self.named(address)),
                }
            }
            _ => field.format_with_unit(raw),
        };
        Ok(writeln!(self.out, "  {:22}  {value}", field.name)?)
    }

    fn list(&mut self, start: u64, end: Option<u64>) -> Result<(), Failure> {
        self.header("list", start)?;
        let bytes = self.known(start, end);
        if bytes.is_empty() {
            writeln!(self.out, "  (nothing is there before the job runs)")?;
            return Ok(());
        }
        // Without an end, the list ends where the control thread leaves it.
        let mut len = bytes.len();
        for (offset, element) in Elements::new(&bytes, start as u32) {
            let Element::Packet(raw) = element else {
                continue;
            };
            let packet = raw.decode();
            self.follow(&packet);
            let leaves = matches!(
                packet,
                Packet::ReturnFromSubList | Packet::Halt | Packet::Branch { .. }
            );
            if end.is_none() && leaves {
                len = offset + raw.size();
                break;
            }
        }
        let bytes = &bytes[..len];
        let memory = self.memory;
        let symbolize = |address: u64| {
            let (name, offset) = memory.locate(address)?;
            Some(match offset {
                0 => name.to_owned(),
                _ => format!("{name}+{offset:#x}"),
            })
        };
        let options = Options {
            addresses: match self.stable {
                true => Addresses::Relative,
                false => Addresses::Absolute,
            },
            symbolize: Some(&symbolize),
        };
        for line in describe(bytes, start as u32, &options) {
            let from = line.offset as usize;
            let to = (from + line.len as usize).min(from + SHOWN_BYTES);
            let note = line.note.map_or(String::new(), |n| format!("  # {n}"));
            let text = format!("{}{note}", line.text);
            self.line(start + from as u64, &bytes[from..to.min(len)], &text)?;
        }
        Ok(())
    }

    /// Notes what a packet points at.
    fn follow(&mut self, packet: &Packet) {
        let piece = match *packet {
            Packet::Branch { address } | Packet::BranchToSubList { address } => Piece::List {
                start: address.into(),
                end: None,
            },
            Packet::GlShaderState {
                address,
                attributes,
                extended,
            } => Piece::GlRecord {
                address: address.into(),
                attributes,
                extended,
            },
            Packet::NvShaderState { address } => Piece::NvRecord {
                address: address.into(),
            },
            Packet::VgShaderState { address } => Piece::VgRecord {
                address: address.into(),
            },
            _ => return,
        };
        // Tile lists do not exist before the binner has written them.
        if let Piece::List { start, .. } = piece
            && self.known(start, None).is_empty()
        {
            return;
        }
        self.todo.push_back(piece);
    }

    fn record(&mut self, layout: &Layout, address: u64) -> Result<Vec<u8>, Failure> {
        self.header(layout.name, address)?;
        let bytes = self.known(address, Some(address + u64::from(layout.size)));
        if bytes.len() < usize::from(layout.size) {
            writeln!(self.out, "  ? it is not all there")?;
            return Ok(Vec::new());
        }
        for field in layout.fields {
            self.field(field, &bytes)?;
        }
        Ok(bytes)
    }

    fn push_shader(&mut self, stage: &'static str, address: u32) {
        self.todo.push_back(Piece::Shader {
            stage,
            address: address.into(),
            whole: false,
        });
    }

    fn gl_record(&mut self, address: u64, attributes: u8, extended: bool) -> Result<(), Failure> {
        self.record(&records::gl_shader_record::LAYOUT, address)?;
        let first = address + u64::from(records::gl_shader_record::LAYOUT.size);
        let size = u64::from(records::attribute::LAYOUT.size);
        for i in 0..u64::from(attributes) {
            self.record(&records::attribute::LAYOUT, first + i * size)?;
        }
        let size = GlShaderRecord::size(attributes, extended) as u64;
        let bytes = self.known(address, Some(address + size));
        if let Ok(r) = GlShaderRecord::decode(&bytes, attributes, extended) {
            self.push_shader("coordinate", r.coordinate.code_address);
            self.push_shader("vertex", r.vertex.code_address);
            self.push_shader("fragment", r.fs_code_address);
        }
        Ok(())
    }

    fn nv_record(&mut self, address: u64) -> Result<(), Failure> {
        let bytes = self.record(&records::nv_shader_record::LAYOUT, address)?;
        if let Ok(r) = NvShaderRecord::decode(&bytes) {
            self.push_shader("fragment", r.fs_code_address);
        }
        Ok(())
    }

    fn vg_record(&mut self, address: u64) -> Result<(), Failure> {
        let bytes = self.record(&records::vg_shader_record::LAYOUT, address)?;
        if let Ok(r) = VgShaderRecord::decode(&bytes) {
            self.push_shader("fragment", r.fs_code_address);
        }
        Ok(())
    }

    fn shader(&mut self, stage: &str, address: u64, whole: bool) -> Result<(), Failure> {
        self.header(format!("{stage} shader").trim_start(), address)?;
        let bytes = self.known(address, None);
        let (chunks, rest) = bytes.as_chunks::<8>();
        let mut words: Vec<u64> = chunks.iter().map(|w| u64::from_le_bytes(*w)).collect();
        if !whole {
            let ends = |w: &u64| isa::Inst(*w).sig() == isa::Signal::ProgEnd;
            // Two more instructions are executed after the one that ends.
            if let Some(end) = words.iter().position(ends) {
                words.truncate(end + 3);
            }
        }
        if words.is_empty() {
            writeln!(self.out, "  (nothing is there before the job runs)")?;
        }
        for line in isa::disassemble_program(&words, address as u32) {
            if let Some(label) = &line.label {
                writeln!(self.out, "{label}:")?;
            }
            let place = self.place(line.addr.into());
            writeln!(self.out, "  {place}  {:#018x}  {}", line.word, line.text)?;
        }
        if !rest.is_empty() && whole {
            writeln!(self.out, "  ? {} bytes are left over", rest.len())?;
        }
        Ok(())
    }
}
