//! Vivante GC.

mod hang;
mod images;
mod listing;

use std::collections::VecDeque;
use std::io;

use tilescope_core::{AddressSpace, BitSpan, ChipInfo, Device, Rule, Work};
use tilescope_kernel::DriverType;
use tilescope_pixel::Format;
use tilescope_tables::draws::Visitor;
use tilescope_tables::list::{Assembled, Contents};
use tilescope_tables::listing::{self as lines, Hex, ListingLine, Options as ListingOptions};
use tilescope_tables::text::TextError;
use tilescope_vivante::describe::Walk;
use tilescope_vivante::isa::{self, Inst};
use tilescope_vivante::{Options, Vivante, chips, cmd, etdump, regs, rules};

use crate::{
    Channels, DrawWalk, DumpFormat, Family, ImageLayout, Language, Lookup, MesaDriver, Paths,
    Piece, Properties, Sheet, SourceLine, SurfaceInfo, TextKind, TextureLevel,
};

/// Vivante GC.
#[derive(Debug)]
pub struct VivanteFamily;

static LANGUAGES: [Language; 2] = [
    Language {
        name: "vivante",
        help: "The shaders of Vivante GC",
        digits: 8,
        row: 4,
        unit: Inst::BYTES,
        assemble: |source, symbols| isa::assemble(source, symbols).map(|a| code(&a.words)),
        disassemble: disassemble_shader,
    },
    Language {
        name: "vivante-cmd",
        help: "The command streams of Vivante GC",
        digits: 8,
        row: 2,
        unit: 1,
        assemble: |source, symbols| cmd::text::assemble(source, symbols).map(|a| a.bytes),
        disassemble: disassemble_stream,
    },
];

fn code(words: &[Inst]) -> Vec<u8> {
    words.iter().flat_map(|i| i.to_bytes()).collect()
}

fn disassemble_shader(bytes: &[u8], base: u32) -> Vec<SourceLine> {
    let (chunks, _) = bytes.as_chunks();
    let program: Vec<Inst> = chunks.iter().map(|b| Inst::from_bytes(*b)).collect();
    let lines = (0u32..).zip(isa::disassemble_program(&program));
    lines
        .map(|(i, line)| {
            let words = line.inst.0.map(|w| format!("{w:08x}")).join(" ");
            let address = base.wrapping_add(i * Inst::BYTES as u32);
            SourceLine {
                listed: format!("{address:#010x}  {words}  {}", line.text),
                label: line.label,
                text: line.text,
            }
        })
        .collect()
}

fn disassemble_stream(bytes: &[u8], base: u32) -> Vec<SourceLine> {
    let options = ListingOptions::default();
    let found = cmd::listing::disassemble(bytes, base, &options).into_iter();
    found
        .map(|line| SourceLine {
            label: None,
            listed: lines::render(&line, bytes, options.addresses, Hex::Words),
            text: lines::to_source(&[line]).trim_end().to_owned(),
        })
        .collect()
}

impl DrawWalk for Walk {
    fn submission(&mut self, work: &[Work], memory: &AddressSpace, visitor: &mut dyn Visitor) {
        Walk::submission(self, work, memory, visitor);
    }
}

impl Family for VivanteFamily {
    fn name(&self) -> &'static str {
        "vivante"
    }

    fn title(&self) -> &'static str {
        "Vivante GC"
    }

    fn chips(&self) -> Vec<&'static ChipInfo> {
        chips::ALL.iter().map(|c| &c.info).collect()
    }

    fn properties(&self, chip: &ChipInfo) -> Properties {
        let Some(chip) = chips::find(chip.name) else {
            return Properties::default();
        };
        let (specs, derived) = (chip.specs, chip.derived());
        let level = derived.halti.map_or("none".to_owned(), |n| n.to_string());
        let yes = |b: bool| if b { "yes" } else { "no" }.to_owned();
        Properties {
            numbers: vec![
                ("model", format!("{:#06x}", chip.model)),
                ("revision", format!("{:#06x}", chip.revision)),
                ("HALTI", level),
                ("vertex streams", specs.streams.to_string()),
                ("temporary registers", specs.registers.to_string()),
                ("threads", specs.threads.to_string()),
                ("shader cores", specs.shader_cores.to_string()),
                ("vertex cache", specs.vertex_cache.to_string()),
                ("output buffer", specs.output_buffer.to_string()),
                ("pixel pipes", specs.pixel_pipes.to_string()),
                ("pipes share a surface", yes(derived.single_buffer)),
                ("instructions", specs.instructions.to_string()),
                ("code in memory", yes(derived.code_in_memory)),
                ("constants", specs.constants.to_string()),
                ("varyings", specs.varyings.to_string()),
                ("pixel samplers", derived.ps_samplers.to_string()),
                ("vertex samplers", derived.vs_samplers.to_string()),
                ("texture size", derived.texture_size.to_string()),
                ("target size", derived.target_size.to_string()),
                ("tile status bits", derived.ts_bits.to_string()),
                ("fast clear", yes(derived.fast_clear)),
                ("early depth test", yes(derived.early_z)),
                ("BLT for RS", yes(derived.blt)),
            ],
            features: chip.features.list().map(|f| f.name()).collect(),
            bugs: chip.bugs().map(|b| b.name()).collect(),
        }
    }

    fn device(&self, chip: &ChipInfo, paths: Paths) -> Option<Box<dyn Device>> {
        let chip = chips::find(chip.name)?;
        let options = Options {
            mode: paths.mode(),
            ..Options::of(chip)
        };
        Some(Box::new(Vivante::new(chip, options)))
    }

    fn rules(&self) -> &'static [&'static [&'static Rule]] {
        rules::ALL
    }

    fn driver(&self) -> Option<&'static DriverType> {
        Some(&tilescope_kernel::etnaviv::DRIVER)
    }

    fn mesa(&self) -> Option<MesaDriver> {
        Some(MesaDriver {
            file: "etnaviv",
            option: "etnaviv",
            marker: "ETNA_MESA_DEBUG",
            vulkan: None,
        })
    }

    fn queues(&self) -> &'static [(&'static str, u32)] {
        &[("3d", 0), ("2d", 1)]
    }

    fn register(&self, name: &str) -> Option<u32> {
        regs::find_host_by_name(name)
    }

    fn register_names(&self) -> Vec<&'static str> {
        let rows = regs::HOST.iter().copied().flatten();
        rows.map(|r| r.name()).collect()
    }

    fn ending(&self, kind: TextKind) -> &'static str {
        match kind {
            TextKind::List => "cmd",
            TextKind::Shader => "vasm",
        }
    }

    fn assemble(
        &self,
        kind: TextKind,
        source: &str,
        symbols: Lookup<'_>,
        contents: Contents<'_>,
    ) -> Result<Assembled, Vec<TextError>> {
        match kind {
            TextKind::List => cmd::text::assemble_with(source, symbols, contents),
            TextKind::Shader => {
                let a = isa::assemble(source, symbols)?;
                let offset = |i: u32| i * Inst::BYTES as u32;
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

    fn commands(&self, bytes: &[u8], base: u64, options: &ListingOptions<'_>) -> Vec<ListingLine> {
        cmd::listing::describe(bytes, base as u32, options)
    }

    /// A LOAD_STATE of 1024 words, and some commands.
    fn commands_ahead(&self) -> u64 {
        4096 + 64
    }

    fn command_field(&self, command: &[u8], bits: BitSpan) -> Option<&'static str> {
        let raw = cmd::RawCommand::at(command).ok()?;
        super::listing::first_field(raw.row.layout.fields, bits)
    }

    fn instruction_bytes(&self) -> usize {
        Inst::BYTES
    }

    // Fields of instructions depend on word and form; the findings name them.

    fn instruction(&self, bytes: &[u8]) -> String {
        let inst = bytes.first_chunk().map(|b| Inst::from_bytes(*b));
        inst.map_or(String::new(), isa::disassemble)
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

    fn walk(&self, chip: &ChipInfo) -> Option<Box<dyn DrawWalk>> {
        Some(Box::new(Walk::new(chips::find(chip.name)?)))
    }

    fn texture_formats(&self) -> Vec<(&'static str, Format)> {
        images::FORMATS.to_vec()
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
        &["rs_copy", "blt_copy", "pe_color"]
    }

    fn target(&self, surface: &SurfaceInfo<'_>, channels: Channels) -> Option<ImageLayout> {
        images::target(surface, channels)
    }

    fn dump_format(&self) -> Option<DumpFormat> {
        Some(DumpFormat {
            magic: etdump::MAGIC,
            read: hang::read,
        })
    }
}
