//! Listings of VideoCore IV: control lists, records, shaders.

use std::collections::VecDeque;
use std::io;

use tilescope_core::{GpuMemory, Work};
use tilescope_tables::listing::Hex;
use tilescope_tables::packet::{Field, Kind as FieldKind, Layout};
use tilescope_vc4::cmd::describe::describe;
use tilescope_vc4::cmd::parse::{Element, Elements};
use tilescope_vc4::isa;
use tilescope_vc4::packets::Packet;
use tilescope_vc4::records;
use tilescope_vc4::records::{GlShaderRecord, NvShaderRecord, VgShaderRecord};

use crate::{Piece, Sheet, TextKind};

/// A list; without an end it continues to a return, a halt or the end of the known bytes.
const LIST: &str = "list";
/// A record with the number of its attributes in the lower bits of its detail, and whether it is
/// extended in bit [`EXTENDED`].
const GL_RECORD: &str = "GL record";
const NV_RECORD: &str = "NV record";
const VG_RECORD: &str = "VG record";
/// A shader that is a whole file. Others are named by their stage.
const FILE_SHADER: &str = "shader";

const EXTENDED: u32 = 8;

pub(super) fn file(kind: TextKind, start: u64, end: u64) -> Piece {
    match kind {
        TextKind::List => Piece::at(LIST, start).until(end),
        TextKind::Shader => Piece::at(FILE_SHADER, start),
    }
}

pub(super) fn work(work: &Work) -> Piece {
    match *work {
        Work::List { start, end, .. } => Piece::at(LIST, start).until(end),
        Work::Program { code, .. } => Piece::at("user shader", code),
    }
}

pub(super) fn list(
    piece: Piece,
    sheet: &mut Sheet<'_>,
    todo: &mut VecDeque<Piece>,
) -> io::Result<()> {
    let mut pieces = Pieces { sheet, todo };
    match piece.kind {
        LIST => pieces.list(piece.address, piece.end),
        GL_RECORD => pieces.gl_record(
            piece.address,
            piece.detail as u8,
            piece.detail >> EXTENDED != 0,
        ),
        NV_RECORD => pieces.nv_record(piece.address),
        VG_RECORD => pieces.vg_record(piece.address),
        kind => pieces.shader(kind, piece.address),
    }
}

/// Lists pieces one at a time.
struct Pieces<'s, 'a> {
    sheet: &'s mut Sheet<'a>,
    todo: &'s mut VecDeque<Piece>,
}

impl Pieces<'_, '_> {
    fn field(&mut self, field: &Field, payload: &[u8]) -> io::Result<()> {
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
        writeln!(self.sheet.out, "  {:22}  {value}", field.name)
    }

    fn list(&mut self, start: u64, end: Option<u64>) -> io::Result<()> {
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
            Packet::Branch { address } | Packet::BranchToSubList { address } => {
                Piece::at(LIST, address.into())
            }
            Packet::GlShaderState {
                address,
                attributes,
                extended,
            } => Piece {
                detail: u32::from(attributes) | u32::from(extended) << EXTENDED,
                ..Piece::at(GL_RECORD, address.into())
            },
            Packet::NvShaderState { address } => Piece::at(NV_RECORD, address.into()),
            Packet::VgShaderState { address } => Piece::at(VG_RECORD, address.into()),
            _ => return,
        };
        // Tile lists do not exist before the binner has written them.
        if piece.kind == LIST && self.sheet.known(piece.address, None).is_empty() {
            return;
        }
        self.todo.push_back(piece);
    }

    fn record(&mut self, layout: &Layout, address: u64) -> io::Result<Vec<u8>> {
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

    fn push_shader(&mut self, kind: &'static str, address: u32) {
        self.todo.push_back(Piece::at(kind, address.into()));
    }

    fn gl_record(&mut self, address: u64, attributes: u8, extended: bool) -> io::Result<()> {
        self.record(&records::gl_shader_record::LAYOUT, address)?;
        let first = address + u64::from(records::gl_shader_record::LAYOUT.size);
        let size = u64::from(records::attribute::LAYOUT.size);
        for i in 0..u64::from(attributes) {
            self.record(&records::attribute::LAYOUT, first + i * size)?;
        }
        let size = GlShaderRecord::size(attributes, extended) as u64;
        let bytes = self.sheet.known(address, Some(address + size));
        if let Ok(r) = GlShaderRecord::decode(&bytes, attributes, extended) {
            self.push_shader("coordinate shader", r.coordinate.code_address);
            self.push_shader("vertex shader", r.vertex.code_address);
            self.push_shader("fragment shader", r.fs_code_address);
        }
        Ok(())
    }

    fn nv_record(&mut self, address: u64) -> io::Result<()> {
        let bytes = self.record(&records::nv_shader_record::LAYOUT, address)?;
        if let Ok(r) = NvShaderRecord::decode(&bytes) {
            self.push_shader("fragment shader", r.fs_code_address);
        }
        Ok(())
    }

    fn vg_record(&mut self, address: u64) -> io::Result<()> {
        let bytes = self.record(&records::vg_shader_record::LAYOUT, address)?;
        if let Ok(r) = VgShaderRecord::decode(&bytes) {
            self.push_shader("fragment shader", r.fs_code_address);
        }
        Ok(())
    }

    /// A shader; one that is a whole file continues after a program end.
    fn shader(&mut self, kind: &str, address: u64) -> io::Result<()> {
        let whole = kind == FILE_SHADER;
        self.sheet.header(kind, address)?;
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
