//! Mali Midgard.

mod check;
mod images;
mod listing;

use std::collections::VecDeque;
use std::io;

use tilescope_core::{AddressSpace, BitSpan, ChipInfo, Device, Rule, Work};
use tilescope_kernel::DriverType;
use tilescope_kernel::panfrost::pandump;
use tilescope_midgard::chips::{CHIPS, Chip};
use tilescope_midgard::describe::Walk;
use tilescope_midgard::isa::{self, Quad, Tag, quads};
use tilescope_midgard::{Midgard, Options, cmd, rules};
use tilescope_tables::draws::Visitor;
use tilescope_tables::list::{Assembled, Contents};
use tilescope_tables::listing::{self as lines, Hex, ListingLine, Options as ListingOptions};
use tilescope_tables::packet::Layout;
use tilescope_tables::text::TextError;

use crate::{
    Channels, Checker, DrawWalk, DumpFormat, DumpedJob, Family, ImageLayout, Language, Lookup,
    MesaDriver, Paths, Piece, Properties, Sheet, SourceLine, SurfaceInfo, TextKind,
};

/// Mali Midgard.
#[derive(Debug)]
pub struct MidgardFamily;

/// Bytes of a quadword, of which bundles have one to four.
const QUAD: usize = 16;

/// The chip of commands that name none.
const DEFAULT: &str = "t860";

static LANGUAGES: [Language; 2] = [
    Language {
        name: "midgard",
        help: "The shaders of Mali Midgard",
        digits: 8,
        row: 4,
        unit: QUAD,
        assemble: |source, _| isa::assemble(source).map(|a| code(&a.quads)),
        disassemble: disassemble_shader,
    },
    Language {
        name: "midgard-cmd",
        help: "The jobs and descriptors of Mali Midgard",
        digits: 8,
        row: 2,
        unit: 1,
        assemble: |source, symbols| cmd::assemble(source, symbols).map(|a| a.bytes),
        disassemble: disassemble_jobs,
    },
];

fn code(quads: &[Quad]) -> Vec<u8> {
    let words = quads.iter().flatten();
    words.flat_map(|w| w.to_le_bytes()).collect()
}

fn disassemble_shader(bytes: &[u8], base: u32) -> Vec<SourceLine> {
    let lines = isa::disassemble(&quads(bytes)).into_iter();
    lines
        .map(|line| {
            let address = base.wrapping_add((line.quad * QUAD) as u32);
            let comment = match line.comment.is_empty() {
                true => String::new(),
                false => format!("  ; {}", line.comment),
            };
            SourceLine {
                listed: format!("{address:#010x}  {}{comment}", line.text),
                label: line.label,
                text: line.text,
            }
        })
        .collect()
}

fn disassemble_jobs(bytes: &[u8], base: u32) -> Vec<SourceLine> {
    let options = ListingOptions::default();
    let found = cmd::describe(bytes, base.into(), &options).into_iter();
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

impl Family for MidgardFamily {
    fn name(&self) -> &'static str {
        "midgard"
    }

    fn title(&self) -> &'static str {
        "Mali Midgard"
    }

    fn chips(&self) -> Vec<&'static ChipInfo> {
        let mut chips: Vec<&'static Chip> = CHIPS.iter().collect();
        chips.sort_by_key(|c| c.info.name != DEFAULT);
        chips.into_iter().map(|c| &c.info).collect()
    }

    fn properties(&self, chip: &ChipInfo) -> Properties {
        let Some(chip) = Chip::named(chip.name) else {
            return Properties::default();
        };
        Properties {
            numbers: vec![
                ("product", format!("{:#x}", chip.product)),
                ("structures", chip.arch.name().to_owned()),
                ("cores", chip.cores.to_string()),
                ("threads of a core", Chip::THREADS.to_string()),
                ("tile buffer bytes", Chip::TILE_BUFFER.to_string()),
                ("render targets", chip.render_targets().to_string()),
            ],
            features: Vec::new(),
            bugs: chip.quirks.iter().map(|q| q.name()).collect(),
        }
    }

    fn device(&self, chip: &ChipInfo, paths: Paths) -> Option<Box<dyn Device>> {
        let chip = Chip::named(chip.name)?;
        let options = Options {
            mode: paths.mode(),
            ..Options::default()
        };
        Some(Box::new(Midgard::new(chip, options)))
    }

    fn rules(&self) -> &'static [&'static [&'static Rule]] {
        rules::ALL
    }

    fn driver(&self) -> Option<&'static DriverType> {
        Some(&tilescope_kernel::panfrost::DRIVER)
    }

    fn mesa(&self) -> Option<MesaDriver> {
        Some(MesaDriver {
            file: "panfrost",
            option: "panfrost",
            marker: "PAN_MESA_DEBUG",
            vulkan: None,
        })
    }

    fn address_bits(&self) -> u32 {
        48
    }

    /// Job slots of Linux's driver.
    fn queues(&self) -> &'static [(&'static str, u32)] {
        &[("fragment", 0), ("chain", 1)]
    }

    fn ending(&self, kind: TextKind) -> &'static str {
        match kind {
            TextKind::List => "jobs",
            TextKind::Shader => "masm",
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
            TextKind::List => cmd::assemble_with(source, symbols, contents),
            TextKind::Shader => {
                let a = isa::assemble(source)?;
                let offset = |quad: u32| quad * QUAD as u32;
                Ok(Assembled {
                    bytes: code(&a.quads),
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
        cmd::describe(bytes, base, options)
    }

    /// The largest job.
    fn commands_ahead(&self) -> u64 {
        256
    }

    fn command_field(&self, command: &[u8], bits: BitSpan) -> Option<&'static str> {
        super::listing::first_field(cmd::first(command)?.fields, bits)
    }

    fn record(&self, name: &str) -> Option<&'static Layout> {
        cmd::find(name)
    }

    fn checker(&self) -> Option<&'static Checker> {
        Some(&check::CHECKER)
    }

    fn instruction_bytes(&self) -> usize {
        QUAD
    }

    fn instruction_len(&self, bytes: &[u8]) -> Option<usize> {
        let tag = bytes.first().map_or(Tag::Invalid, |b| Tag::of((*b).into()));
        Some(QUAD * tag.alu_quads().unwrap_or(1))
    }

    fn instruction(&self, bytes: &[u8]) -> String {
        let lines = isa::disassemble(&quads(bytes));
        let texts: Vec<&str> = lines.iter().map(|line| line.text.trim()).collect();
        texts.join("; ")
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
        Some(Box::new(Walk::new(Chip::named(chip.name)?)))
    }

    fn targets(&self) -> &'static [&'static str] {
        &["color_writeback"]
    }

    fn target(&self, surface: &SurfaceInfo<'_>, _: Channels) -> Option<ImageLayout> {
        images::target(surface)
    }

    fn dump_format(&self) -> Option<DumpFormat> {
        Some(DumpFormat {
            magic: pandump::MAGIC,
            read: hung_job,
        })
    }
}

/// The slot's `JS_HEAD_LO` is in the dump: slot 0 runs fragment jobs.
const JS_HEAD: u32 = 0x1800;

/// Reads the job in a dump of Linux's panfrost driver.
fn hung_job(bytes: &[u8]) -> Result<DumpedJob, String> {
    use tilescope_core::{AddressSpace, Region, Submission};
    let dump = pandump::read(bytes)?;
    let product = dump.product;
    let found = CHIPS.iter().find(|c| u32::from(c.product) == product);
    let chip =
        found.ok_or_else(|| format!("there is no Mali Midgard with product {product:#x}"))?;
    let mut memory = AddressSpace::new();
    let mut device_memory = 0;
    for (i, (at, bytes)) in dump.buffers.iter().enumerate() {
        device_memory += bytes.len() as u64;
        let name = format!("bo {}", i + 1);
        let region = Region::from_bytes(name.clone(), *at, bytes);
        memory
            .map(region)
            .map_err(|_| format!("{name} overlaps another object, or ends after 2^64"))?;
    }
    let is_fragment = dump.registers.iter().any(|r| r.0 == JS_HEAD);
    let queue = if is_fragment { 0 } else { 1 };
    Ok(DumpedJob {
        chip: &chip.info,
        device_memory,
        memory,
        submission: Submission {
            label: "hung job".to_owned(),
            work: vec![Work::List {
                queue,
                start: dump.chain,
                end: dump.chain.saturating_add(32),
            }],
            ..Submission::default()
        },
    })
}
