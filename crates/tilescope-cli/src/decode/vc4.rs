//! Listings of VideoCore IV: control lists, records, shaders.

use std::collections::VecDeque;

use tilescope_core::{AddressSpace, GpuMemory, Work};
use tilescope_tables::draws::Visitor;
use tilescope_tables::listing::Hex;
use tilescope_tables::packet::{Field, Kind as FieldKind, Layout};
use tilescope_tables::text::TextError;
use tilescope_vc4::cmd;
use tilescope_vc4::cmd::describe::describe;
use tilescope_vc4::cmd::parse::{Element, Elements};
use tilescope_vc4::isa;
use tilescope_vc4::packets::Packet;
use tilescope_vc4::records;
use tilescope_vc4::records::{GlShaderRecord, NvShaderRecord, VgShaderRecord};

use super::sheet::Sheet;
use crate::args::FileKind;
use crate::exit::Failure;

/// A piece of a listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Piece {
    List {
        start: u64,
        /// Without an end it continues to a return, a halt or the end of the known bytes.
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
        /// Whether it continues after a program end, as a whole file does.
        whole: bool,
    },
}

impl super::Piece for Piece {
    fn file(kind: FileKind, start: u64, end: u64) -> Self {
        match kind {
            FileKind::List => Piece::List {
                start,
                end: Some(end),
            },
            FileKind::Shader => Piece::Shader {
                stage: "",
                address: start,
                whole: true,
            },
        }
    }

    fn ending(kind: FileKind) -> &'static str {
        match kind {
            FileKind::List => "cl",
            FileKind::Shader => "qasm",
        }
    }

    fn assemble(
        kind: FileKind,
        source: &str,
        symbols: &dyn Fn(&str) -> Option<u64>,
    ) -> Result<Vec<u8>, Vec<TextError>> {
        match kind {
            FileKind::List => cmd::text::assemble(source, symbols).map(|a| a.bytes),
            FileKind::Shader => isa::assemble(source, symbols)
                .map(|a| a.words.iter().flat_map(|w| w.to_le_bytes()).collect()),
        }
    }

    fn work(work: &Work) -> Self {
        match *work {
            Work::List { start, end, .. } => Piece::List {
                start,
                end: Some(end),
            },
            Work::Program { code, .. } => Piece::Shader {
                stage: "user",
                address: code,
                whole: false,
            },
        }
    }

    fn started_work(writes: &[(&str, u64)]) -> Vec<Work> {
        let mut started = Vec::new();
        let mut starts = [None; 2];
        for &(register, value) in writes {
            match register {
                "CT0CA" => starts[0] = Some(value),
                "CT1CA" => starts[1] = Some(value),
                "CT0EA" | "CT1EA" => {
                    let thread = usize::from(register == "CT1EA");
                    if let Some(start) = starts[thread].take() {
                        let queue = thread as u32;
                        let end = value;
                        started.push(Work::List { queue, start, end });
                    }
                }
                "SRQPC" => started.push(Work::Program {
                    code: value,
                    arguments: 0,
                    arguments_len: 0,
                }),
                _ => {}
            }
        }
        started
    }

    type Walk = ();

    fn walk(_: &str) {}

    fn draws((): &mut (), work: &[Work], memory: &AddressSpace, visitor: &mut dyn Visitor) {
        tilescope_vc4::describe::submission(work, memory, visitor);
    }

    /// The address of its first byte.
    fn address(&self) -> u64 {
        match self {
            Piece::List { start, .. } => *start,
            Piece::GlRecord { address, .. }
            | Piece::NvRecord { address }
            | Piece::VgRecord { address }
            | Piece::Shader { address, .. } => *address,
        }
    }

    fn list(self, sheet: &mut Sheet<'_>, todo: &mut VecDeque<Self>) -> Result<(), Failure> {
        let mut pieces = Pieces { sheet, todo };
        match self {
            Piece::List { start, end } => pieces.list(start, end),
            Piece::GlRecord {
                address,
                attributes,
                extended,
            } => pieces.gl_record(address, attributes, extended),
            Piece::NvRecord { address } => pieces.nv_record(address),
            Piece::VgRecord { address } => pieces.vg_record(address),
            Piece::Shader {
                stage,
                address,
                whole,
            } => pieces.shader(stage, address, whole),
        }
    }
}

/// Lists pieces one at a time.
struct Pieces<'s, 'a> {
    sheet: &'s mut Sheet<'a>,
    todo: &'s mut VecDeque<Piece>,
}

impl Pieces<'_, '_> {
    fn field(&mut self, field: &Field, payload: &[u8]) -> Result<(), Failure> {
        let raw = field.get(payload);
        if field.kind == FieldKind::Reserved && raw == 0 {
            return Ok(());
        }
        let value = match field.kind {
            FieldKind::Address(shift) => {
                let address = raw << shift;
                match (self.sheet.stable, self.sheet.memory.locate(address)) {
                    (true, Some((name, offset))) => format!("@{name}+{offset:#x}"),
                    _ => format!("{}{}", field.format(raw), self.sheet.named(address)),
                }
            }
            _ => field.format_with_unit(raw),
        };
        Ok(writeln!(self.sheet.out, "  {:22}  {value}", field.name)?)
    }

    fn list(&mut self, start: u64, end: Option<u64>) -> Result<(), Failure> {
        self.sheet.header("list", start)?;
        let bytes = self.sheet.known(start, end);
        if bytes.is_empty() {
            writeln!(self.sheet.out, "  (empty before the job runs)")?;
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
        let lines = self
            .sheet
            .with_options(|options| describe(bytes, start as u32, options));
        self.sheet.lines(lines, start, bytes, |bytes| {
            Hex::Bytes.show(bytes).replace(' ', "")
        })
    }

    /// Queues the pieces that a packet refers to.
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
            && self.sheet.known(start, None).is_empty()
        {
            return;
        }
        self.todo.push_back(piece);
    }

    fn record(&mut self, layout: &Layout, address: u64) -> Result<Vec<u8>, Failure> {
        self.sheet.header(layout.name, address)?;
        let bytes = self
            .sheet
            .known(address, Some(address + u64::from(layout.size)));
        if bytes.len() < usize::from(layout.size) {
            writeln!(self.sheet.out, "  ? incomplete")?;
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
        let bytes = self.sheet.known(address, Some(address + size));
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
        self.sheet
            .header(format!("{stage} shader").trim_start(), address)?;
        let bytes = self.sheet.known(address, None);
        let (chunks, rest) = bytes.as_chunks::<8>();
        let mut words: Vec<u64> = chunks.iter().map(|w| u64::from_le_bytes(*w)).collect();
        if !whole {
            let ends = |w: &u64| isa::Inst(*w).sig() == isa::Signal::ProgEnd;
            // Two more instructions are executed after the program end.
            if let Some(end) = words.iter().position(ends) {
                words.truncate(end + 3);
            }
        }
        if words.is_empty() {
            writeln!(self.sheet.out, "  (empty before the job runs)")?;
        }
        for line in isa::disassemble_program(&words, address as u32) {
            if let Some(label) = &line.label {
                writeln!(self.sheet.out, "{label}:")?;
            }
            let place = self.sheet.place(line.addr.into());
            writeln!(
                self.sheet.out,
                "  {place}  {:#018x}  {}",
                line.word, line.text
            )?;
        }
        if !rest.is_empty() && whole {
            writeln!(self.sheet.out, "  ? {} bytes remain", rest.len())?;
        }
        Ok(())
    }
}
