//! The family in the form of the registry.

use std::collections::VecDeque;
use std::io;

use tilescope_core::{BitSpan, ChipInfo, Device, Rule, Work};
use tilescope_families::{
    Checker, Family, Language, Lookup, Paths, Piece, Sheet, SourceLine, TextKind,
};
use tilescope_tables::list::{Assembled, Contents, assemble};
use tilescope_tables::listing::{Hex, ListingLine, Options, render, to_source};
use tilescope_tables::text::TextError;

use crate::device::{CHIP, Demo};
use crate::rules;
use crate::shader::CHECKER;
use crate::tables::{INSTRUCTION, INSTRUCTIONS, PACKETS, Row, Text, first, lines, triangle};

/// The family.
#[derive(Debug)]
pub struct DemoFamily;

static LANGUAGES: [Language; 1] = [Language {
    name: "demo",
    help: "The shaders of the demo GPU",
    digits: 8,
    row: 2,
    unit: INSTRUCTION,
    assemble: |source, symbols| assemble::<Text>(source, symbols).map(|a| a.bytes),
    disassemble,
}];

fn disassemble(bytes: &[u8], base: u32) -> Vec<SourceLine> {
    let options = Options::default();
    let found = lines(&INSTRUCTIONS, bytes, base.into(), &options).into_iter();
    found
        .map(|line| SourceLine {
            label: None,
            listed: render(&line, bytes, options.addresses, Hex::Words),
            text: to_source(&[line]).trim_end().to_owned(),
        })
        .collect()
}

/// The rows of a kind of text.
fn rows(kind: TextKind) -> &'static [Row] {
    match kind {
        TextKind::List => &PACKETS,
        TextKind::Shader => &INSTRUCTIONS,
    }
}

const LIST: &str = "list";
const SHADER: &str = "shader";

impl Family for DemoFamily {
    fn name(&self) -> &'static str {
        "demo"
    }

    fn title(&self) -> &'static str {
        "Demo GPU"
    }

    fn chips(&self) -> Vec<&'static ChipInfo> {
        vec![&CHIP]
    }

    fn device(&self, _: &ChipInfo, _: Paths) -> Option<Box<dyn Device>> {
        Some(Box::new(Demo::default()))
    }

    fn rules(&self) -> &'static [&'static [&'static Rule]] {
        &rules::UNITS
    }

    fn queues(&self) -> &'static [(&'static str, u32)] {
        &[("draws", 0)]
    }

    fn ending(&self, kind: TextKind) -> &'static str {
        match kind {
            TextKind::List => "dlist",
            TextKind::Shader => "dasm",
        }
    }

    fn assemble(
        &self,
        _: TextKind,
        source: &str,
        symbols: Lookup<'_>,
        _: Contents<'_>,
    ) -> Result<Assembled, Vec<TextError>> {
        assemble::<Text>(source, symbols)
    }

    fn languages(&self) -> &'static [Language] {
        &LANGUAGES
    }

    fn checker(&self) -> Option<&'static Checker> {
        Some(&CHECKER)
    }

    fn commands(&self, bytes: &[u8], base: u64, options: &Options<'_>) -> Vec<ListingLine> {
        lines(&PACKETS, bytes, base, options)
    }

    /// The opcode.
    fn bytes_before_fields(&self) -> usize {
        1
    }

    fn command_field(&self, command: &[u8], bits: BitSpan) -> Option<&'static str> {
        let fields = first(&PACKETS, command)?.payload.fields;
        let hit = fields.iter().find(|f| f.lo <= bits.hi && bits.lo <= f.hi());
        hit.map(|field| field.name)
    }

    fn instruction_bytes(&self) -> usize {
        INSTRUCTION
    }

    fn instruction(&self, bytes: &[u8]) -> String {
        to_source(&lines(&INSTRUCTIONS, bytes, 0, &Options::default()))
            .trim_end()
            .to_owned()
    }

    fn file_piece(&self, kind: TextKind, start: u64, end: u64) -> Piece {
        let name = match kind {
            TextKind::List => LIST,
            TextKind::Shader => SHADER,
        };
        Piece::at(name, start).until(end)
    }

    fn work_piece(&self, work: &Work) -> Piece {
        match *work {
            Work::List { start, end, .. } => Piece::at(LIST, start).until(end),
            Work::Program { code, .. } => Piece::at(SHADER, code),
        }
    }

    fn list(
        &self,
        piece: Piece,
        sheet: &mut Sheet<'_>,
        todo: &mut VecDeque<Piece>,
    ) -> io::Result<()> {
        sheet.header(piece.kind, piece.address)?;
        let bytes = sheet.known(piece.address, piece.end);
        let rows = match piece.kind {
            LIST => rows(TextKind::List),
            _ => rows(TextKind::Shader),
        };
        let lines = sheet.with_options(|o| lines(rows, &bytes, piece.address, o));
        for line in &lines {
            let rest = &bytes[line.offset as usize..];
            if piece.kind == LIST && first(&PACKETS, rest).is_some() {
                let shader = triangle::SHADER.get(&rest[1..]);
                let len = triangle::INSTRUCTIONS.get(&rest[1..]) * INSTRUCTION as u64;
                todo.push_back(Piece::at(SHADER, shader).until(shader + len));
            }
        }
        sheet.lines(lines, piece.address, &bytes, |b| Hex::Words.show(b))
    }
}
