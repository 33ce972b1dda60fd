//! VideoCore IV.

mod check;
mod images;
mod listing;

use std::collections::VecDeque;
use std::io;

use tilescope_core::{AddressSpace, BitSpan, ChipInfo, Device, Rule, Work};
use tilescope_kernel::DriverType;
use tilescope_pixel::Format;
use tilescope_tables::draws::Visitor;
use tilescope_tables::list::{Assembled, Contents};
use tilescope_tables::listing::{ListingLine, Options as ListingOptions};
use tilescope_tables::packet::Layout;
use tilescope_tables::text::TextError;
use tilescope_vc4::{Options, Vc4, chips, cmd, describe, dumps, isa, records, regs, rules};

use crate::{
    Channels, Checker, DrawWalk, Family, ImageLayout, Language, Lookup, MesaDriver, Paths, Piece,
    Properties, Sheet, SourceLine, StateDump, SurfaceInfo, TextKind, TextureLevel,
};

/// VideoCore IV.
#[derive(Debug)]
pub struct Vc4Family;

/// Bytes of an instruction.
const INSTRUCTION: usize = 8;

static LANGUAGES: [Language; 1] = [Language {
    name: "qpu",
    help: "The quad processor units (QPUs) of VideoCore IV",
    digits: 16,
    row: 1,
    unit: INSTRUCTION,
    assemble: |source, symbols| isa::assemble(source, symbols).map(|a| code(&a.words)),
    disassemble,
}];

fn code(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

fn words(bytes: &[u8]) -> Vec<u64> {
    let (words, _) = bytes.as_chunks::<INSTRUCTION>();
    words.iter().map(|w| u64::from_le_bytes(*w)).collect()
}

fn disassemble(bytes: &[u8], base: u32) -> Vec<SourceLine> {
    let lines = isa::disassemble_program(&words(bytes), base).into_iter();
    lines
        .map(|line| SourceLine {
            listed: format!("{:#010x}  {:#018x}  {}", line.addr, line.word, line.text),
            label: line.label,
            text: line.text,
        })
        .collect()
}

/// A walk without state: every binning list sets all of it.
struct Walk;

impl DrawWalk for Walk {
    fn submission(&mut self, work: &[Work], memory: &AddressSpace, visitor: &mut dyn Visitor) {
        describe::submission(work, memory, visitor);
    }
}

impl Family for Vc4Family {
    fn name(&self) -> &'static str {
        "vc4"
    }

    fn title(&self) -> &'static str {
        "VideoCore IV"
    }

    fn chips(&self) -> Vec<&'static ChipInfo> {
        chips::ALL.iter().map(|c| &c.info).collect()
    }

    fn properties(&self, chip: &ChipInfo) -> Properties {
        let Some(chip) = chips::find(chip.name) else {
            return Properties::default();
        };
        Properties {
            numbers: vec![
                ("slices", chip.slices.to_string()),
                ("QPUs", chip.qpus().to_string()),
                ("VPM bytes", chip.vpm_bytes.to_string()),
            ],
            ..Properties::default()
        }
    }

    fn device(&self, chip: &ChipInfo, paths: Paths) -> Option<Box<dyn Device>> {
        let options = Options {
            mode: paths.mode(),
            ..Options::default()
        };
        Some(Box::new(Vc4::new(chips::find(chip.name)?, options)))
    }

    fn rules(&self) -> &'static [&'static [&'static Rule]] {
        rules::ALL
    }

    fn driver(&self) -> Option<&'static DriverType> {
        Some(&tilescope_kernel::vc4::DRIVER)
    }

    fn mesa(&self) -> Option<MesaDriver> {
        Some(MesaDriver {
            file: "vc4",
            option: "vc4",
            marker: "VC4_DEBUG",
            vulkan: None,
        })
    }

    fn queues(&self) -> &'static [(&'static str, u32)] {
        &[("bin", 0), ("render", 1)]
    }

    fn register(&self, name: &str) -> Option<u32> {
        regs::find_by_name(name).map(|r| r.offset)
    }

    fn register_names(&self) -> Vec<&'static str> {
        regs::REGISTERS.iter().map(|r| r.name()).collect()
    }

    fn started(&self, writes: &[(&str, u64)]) -> Vec<Work> {
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

    fn ending(&self, kind: TextKind) -> &'static str {
        match kind {
            TextKind::List => "cl",
            TextKind::Shader => "qasm",
        }
    }

    fn assemble(
        &self,
        kind: TextKind,
        source: &str,
        symbols: Lookup<'_>,
        _: Contents<'_>,
    ) -> Result<Assembled, Vec<TextError>> {
        match kind {
            TextKind::List => cmd::text::assemble(source, symbols),
            TextKind::Shader => {
                let a = isa::assemble(source, symbols)?;
                let offset = |i: u32| i * INSTRUCTION as u32;
                Ok(Assembled {
                    bytes: code(&a.words),
                    labels: a.labels.into_iter().map(|(l, i)| (l, offset(i))).collect(),
                    map: a.map,
                })
            }
        }
    }

    fn languages(&self) -> &'static [Language] {
        &LANGUAGES
    }

    fn checker(&self) -> Option<&'static Checker> {
        Some(&check::CHECKER)
    }

    fn commands(&self, bytes: &[u8], base: u64, options: &ListingOptions<'_>) -> Vec<ListingLine> {
        cmd::describe::describe(bytes, base as u32, options)
    }

    /// The opcode.
    fn bytes_before_fields(&self) -> usize {
        1
    }

    fn command_field(&self, command: &[u8], bits: BitSpan) -> Option<&'static str> {
        let raw = cmd::RawPacket::at(command).ok()?;
        super::listing::first_field(raw.row.payload.fields, bits)
    }

    fn record(&self, name: &str) -> Option<&'static Layout> {
        records::find_by_name(name)
    }

    fn instruction_bytes(&self) -> usize {
        INSTRUCTION
    }

    fn instruction(&self, bytes: &[u8]) -> String {
        let word = bytes.first_chunk().map(|w| u64::from_le_bytes(*w));
        word.map_or(String::new(), |word| isa::disassemble(isa::Inst(word)))
    }

    fn instruction_fields(&self, bytes: &[u8], bits: BitSpan) -> Vec<&'static str> {
        let Some(word) = bytes.first_chunk() else {
            return Vec::new();
        };
        let fields = isa::format(isa::Inst(u64::from_le_bytes(*word))).fields;
        let hit = fields.iter().filter(|f| {
            let span = f.span();
            span.lo <= bits.hi && bits.lo <= span.hi
        });
        hit.map(|f| f.name).collect()
    }

    fn file_piece(&self, kind: TextKind, start: u64, end: u64) -> Piece {
        listing::file(kind, start, end)
    }

    fn work_piece(&self, work: &Work) -> Piece {
        listing::work(work)
    }

    fn list(
        &self,
        piece: Piece,
        sheet: &mut Sheet<'_>,
        todo: &mut VecDeque<Piece>,
    ) -> io::Result<()> {
        listing::list(piece, sheet, todo)
    }

    fn walk(&self, _: &ChipInfo) -> Option<Box<dyn DrawWalk>> {
        Some(Box::new(Walk))
    }

    fn texture_formats(&self) -> Vec<(&'static str, Format)> {
        let formats = images::formats();
        formats.map(|(_, name, format)| (name, format)).collect()
    }

    fn texture_levels(
        &self,
        format: &str,
        width: u32,
        height: u32,
        levels: u32,
    ) -> Vec<TextureLevel> {
        images::levels(format, width, height, levels)
    }

    fn targets(&self) -> &'static [&'static str] {
        &["color_write", "zs_write"]
    }

    fn multisampled_targets(&self) -> &'static [&'static str] {
        &["msaa_color_write", "msaa_zs_write"]
    }

    fn target(&self, surface: &SurfaceInfo<'_>, channels: Channels) -> Option<ImageLayout> {
        images::target(surface, channels)
    }

    fn dumps(&self) -> &'static [StateDump] {
        &[
            StateDump {
                kind: dumps::VPM,
                help: "Vertex memory before and after every shader batch",
                units: "VPM",
            },
            StateDump {
                kind: dumps::TILES,
                help: "The list of every tile, as written by the binner",
                units: "tile lists",
            },
            StateDump {
                kind: dumps::QPU,
                help: "The registers of a QPU at the end of every program",
                units: "QPUs",
            },
        ]
    }
}
