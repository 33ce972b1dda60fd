//! Adreno 6xx: streams and shaders are read, checked and listed. Of the hardware there is the
//! command processor: draws, dispatches and copies are not executed.

mod check;
mod draws;
mod explain;
mod listing;
mod plan;
mod recording;
mod streams;

use std::collections::VecDeque;
use std::io;

use tilescope_adreno::chips::{self, CHIPS, FAMILY};
use tilescope_adreno::cp::CommandProcessor;
use tilescope_adreno::isa;
use tilescope_adreno::rules;
use tilescope_adreno::stream::Outermost;
use tilescope_core::{BitSpan, ChipInfo, Device, Rule, Work};
use tilescope_kernel::DriverType;
use tilescope_tables::list::{Assembled, Contents};
use tilescope_tables::listing::{ListingLine, Options};
use tilescope_tables::text::TextError;

use crate::{
    Checker, Family, Language, Lookup, MesaDriver, Paths, Piece, Properties, RecordingFormat,
    RecordingWriter, Sheet, SourceLine, StaticCheck, TextKind,
};

use streams::Streams;

pub use plan::PLANNER;

/// Adreno 6xx.
#[derive(Debug)]
pub struct AdrenoFamily;

/// Bytes of an instruction.
const INSTRUCTION: usize = 8;

static LANGUAGES: [Language; 1] = [Language {
    name: "ir3",
    help: "The shaders of Adreno 6xx",
    digits: 16,
    row: 1,
    unit: INSTRUCTION,
    assemble: |source, _| isa::assemble(source).map(|a| code(&a.words)),
    disassemble,
}];

fn code(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

/// The instructions of `bytes`; a last one that is incomplete is left out.
fn instructions(bytes: &[u8]) -> Vec<u64> {
    let (words, _) = bytes.as_chunks::<INSTRUCTION>();
    words.iter().map(|w| u64::from_le_bytes(*w)).collect()
}

fn disassemble(bytes: &[u8], base: u32) -> Vec<SourceLine> {
    let lines = isa::disassemble_program(&instructions(bytes));
    (0u32..)
        .zip(lines)
        .map(|(n, line)| {
            let address = base.wrapping_add(n * INSTRUCTION as u32);
            SourceLine {
                listed: format!("{address:#010x}  {:016x}  {}", line.word, line.text),
                label: line.label,
                text: line.text,
            }
        })
        .collect()
}

impl Family for AdrenoFamily {
    fn name(&self) -> &'static str {
        FAMILY
    }

    fn title(&self) -> &'static str {
        "Adreno 6xx"
    }

    fn chips(&self) -> Vec<&'static ChipInfo> {
        CHIPS.iter().map(|c| &c.info).collect()
    }

    fn properties(&self, chip: &ChipInfo) -> Properties {
        let Some(c) = chips::named(chip.name) else {
            return Properties::default();
        };
        let mut numbers = vec![
            ("gpu_id", c.gpu_id.to_string()),
            ("chip_id", format!("{:#010x}", c.chip_id)),
            ("gmem_size", c.gmem_size.to_string()),
            ("gmem_base", format!("{:#x}", c.gmem_base)),
            ("fibers_per_sp", c.fibers_per_sp.to_string()),
            ("reg_size_vec4", c.reg_size_vec4.to_string()),
            ("instr_cache_size", c.instr_cache_size.to_string()),
            ("num_sp_cores", c.num_sp_cores.to_string()),
            ("num_ccu", c.num_ccu.to_string()),
            ("num_vsc_pipes", c.num_vsc_pipes.to_string()),
        ];
        for (name, size) in [
            ("tile_align", c.tile_align),
            ("gmem_align", c.gmem_align),
            ("tile_max", c.tile_max),
        ] {
            numbers.push((name, format!("{}x{}", size.width, size.height)));
        }
        for magic in c.magic {
            numbers.push((magic.name, format!("{:#x}", magic.value)));
        }
        Properties {
            numbers,
            features: c.features.iter().map(|f| f.name()).collect(),
            bugs: Vec::new(),
        }
    }

    fn device(&self, chip: &ChipInfo, _paths: Paths) -> Option<Box<dyn Device>> {
        Some(Box::new(CommandProcessor::new(chips::named(chip.name)?)))
    }

    fn part(&self) -> Option<&'static str> {
        Some("the command processor")
    }

    fn driver(&self) -> Option<&'static DriverType> {
        Some(&tilescope_kernel::msm::DRIVER)
    }

    fn mesa(&self) -> Option<MesaDriver> {
        Some(MesaDriver {
            file: "msm",
            option: "freedreno",
            marker: "FD_MESA_DEBUG",
            vulkan: Some("freedreno"),
        })
    }

    fn rules(&self) -> &'static [&'static [&'static Rule]] {
        rules::ALL
    }

    fn address_bits(&self) -> u32 {
        49
    }

    fn queues(&self) -> &'static [(&'static str, u32)] {
        &[]
    }

    fn ending(&self, kind: TextKind) -> &'static str {
        match kind {
            TextKind::List => "pm4",
            TextKind::Shader => "ir3",
        }
    }

    fn assemble(
        &self,
        kind: TextKind,
        source: &str,
        _symbols: Lookup<'_>,
        _contents: Contents<'_>,
    ) -> Result<Assembled, Vec<TextError>> {
        match kind {
            TextKind::List => Err(vec![TextError {
                line: 1,
                column: 1,
                len: 0,
                message: "streams of Adreno have no text form".to_owned(),
                help: Some("name a file of words differently, and add --gpu".to_owned()),
            }]),
            TextKind::Shader => {
                let a = isa::assemble(source)?;
                let offset = |n: u32| n * INSTRUCTION as u32;
                Ok(Assembled {
                    bytes: code(&a.words),
                    labels: a.labels.into_iter().map(|(l, n)| (l, offset(n))).collect(),
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

    fn commands(&self, bytes: &[u8], base: u64, _options: &Options<'_>) -> Vec<ListingLine> {
        listing::commands(bytes, base)
    }

    fn command_field(&self, _command: &[u8], _bits: BitSpan) -> Option<&'static str> {
        None
    }

    fn instruction_bytes(&self) -> usize {
        INSTRUCTION
    }

    fn instruction(&self, bytes: &[u8]) -> String {
        match instructions(bytes).first() {
            Some(&word) => isa::disassemble(word),
            None => String::new(),
        }
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
        _todo: &mut VecDeque<Piece>,
    ) -> io::Result<()> {
        listing::list(piece, sheet)
    }

    fn static_check(&self, chip: &ChipInfo) -> Option<Box<dyn StaticCheck>> {
        let chip = chips::named(chip.name)?;
        Some(Box::new(Streams::new(chip, Outermost::Client)))
    }

    fn rd_writer<'a>(
        &self,
        chip: &ChipInfo,
        out: &'a mut dyn io::Write,
    ) -> io::Result<Option<Box<dyn RecordingWriter + 'a>>> {
        let Some(chip) = chips::named(chip.name) else {
            return Ok(None);
        };
        Ok(Some(Box::new(recording::RdWriter::new(chip, out)?)))
    }

    fn recordings(&self) -> &'static [RecordingFormat] {
        &recording::FORMATS
    }
}
