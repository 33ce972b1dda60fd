//! Listings of Vivante GC: command streams and shaders.

use std::collections::VecDeque;

use tilescope_core::{AddressSpace, Work};
use tilescope_tables::draws::Visitor;
use tilescope_tables::listing::Hex;
use tilescope_tables::text::TextError;
use tilescope_vivante::chips::find;
use tilescope_vivante::cmd::listing::describe;
use tilescope_vivante::cmd::{self, Command, FETCH, Target, command_at};
use tilescope_vivante::describe::Walk;
use tilescope_vivante::isa::{self, Inst};
use tilescope_vivante::regs::{ps, vs};

use super::sheet::Sheet;
use crate::args::FileKind;
use crate::exit::Failure;

/// A piece of a listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Piece {
    Stream { start: u64, end: u64 },
    Shader { address: u64 },
}

impl super::Piece for Piece {
    fn file(kind: FileKind, start: u64, end: u64) -> Self {
        match kind {
            FileKind::List => Piece::Stream { start, end },
            FileKind::Shader => Piece::Shader { address: start },
        }
    }

    fn ending(kind: FileKind) -> &'static str {
        match kind {
            FileKind::List => "cmd",
            FileKind::Shader => "vasm",
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
                .map(|a| a.words.iter().flat_map(|i| i.to_bytes()).collect()),
        }
    }

    fn work(work: &Work) -> Self {
        match *work {
            Work::List { start, end, .. } => Piece::Stream { start, end },
            Work::Program { code, .. } => Piece::Shader { address: code },
        }
    }

    fn started_work(_: &[(&str, u64)]) -> Vec<Work> {
        // The kernel's ring is started by registers; jobs submit streams.
        Vec::new()
    }

    /// `None` for an unknown chip.
    type Walk = Option<Walk>;

    fn walk(chip: &str) -> Option<Walk> {
        find(chip).map(Walk::new)
    }

    fn draws(
        walk: &mut Option<Walk>,
        work: &[Work],
        memory: &AddressSpace,
        visitor: &mut dyn Visitor,
    ) {
        if let Some(walk) = walk {
            walk.submission(work, memory, visitor);
        }
    }

    fn address(&self) -> u64 {
        match self {
            Piece::Stream { start, .. } => *start,
            Piece::Shader { address } => *address,
        }
    }

    fn list(self, sheet: &mut Sheet<'_>, todo: &mut VecDeque<Self>) -> Result<(), Failure> {
        match self {
            Piece::Stream { start, end } => stream(start, end, sheet, todo),
            Piece::Shader { address } => shader(address, sheet),
        }
    }
}

fn stream(
    start: u64,
    end: u64,
    sheet: &mut Sheet<'_>,
    todo: &mut VecDeque<Piece>,
) -> Result<(), Failure> {
    sheet.header("stream", start)?;
    let bytes = sheet.known(start, Some(end));
    if bytes.is_empty() {
        writeln!(sheet.out, "  (empty before the job runs)")?;
        return Ok(());
    }
    follow(&bytes, sheet, todo);
    let lines = sheet.with_options(|options| describe(&bytes, start as u32, options));
    sheet.lines(lines, start, &bytes, |bytes| Hex::Words.show(bytes))
}

/// Queues the pieces that the commands of a stream refer to.
fn follow(bytes: &[u8], sheet: &Sheet<'_>, todo: &mut VecDeque<Piece>) {
    let mut at = 0;
    while let Some(rest) = bytes.get(at..).filter(|r| !r.is_empty()) {
        let Ok((command, _, len)) = command_at(rest) else {
            at += FETCH;
            continue;
        };
        at += len;
        let targets = match command {
            Command::Link(to) => [Some(to), None],
            Command::Call { to, back } => [Some(to), Some(back)],
            Command::LoadState(load) => {
                let code = |offset| [vs::inst_addr::AT, ps::inst_addr::AT].contains(&offset);
                for (_, word) in load.words().filter(|w| code(w.0)) {
                    let address = word.into();
                    todo.push_back(Piece::Shader { address });
                }
                continue;
            }
            _ => continue,
        };
        for Target { address, prefetch } in targets.into_iter().flatten() {
            let start = u64::from(address);
            let end = start + u64::from(prefetch) * FETCH as u64;
            // Unknown bytes cannot be listed.
            if !sheet.known(start, Some(end)).is_empty() {
                todo.push_back(Piece::Stream { start, end });
            }
        }
    }
}

fn shader(address: u64, sheet: &mut Sheet<'_>) -> Result<(), Failure> {
    sheet.header("shader", address)?;
    let bytes = sheet.known(address, None);
    let (chunks, rest) = bytes.as_chunks::<16>();
    let program: Vec<Inst> = chunks.iter().map(|b| Inst::from_bytes(*b)).collect();
    if program.is_empty() {
        writeln!(sheet.out, "  (empty before the job runs)")?;
    }
    for (i, line) in isa::disassemble_program(&program).iter().enumerate() {
        if let Some(label) = &line.label {
            writeln!(sheet.out, "{label}:")?;
        }
        let place = sheet.place(address + i as u64 * 16);
        let Inst(words) = line.inst;
        let hex: Vec<String> = words.iter().map(|w| format!("{w:08x}")).collect();
        writeln!(sheet.out, "  {place}  {}  {}", hex.join(" "), line.text)?;
    }
    if !rest.is_empty() {
        writeln!(sheet.out, "  ? {} bytes remain", rest.len())?;
    }
    Ok(())
}
