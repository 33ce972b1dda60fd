//! Listings of Vivante GC: command streams and shaders.

use std::collections::VecDeque;
use std::io;

use tilescope_core::Work;
use tilescope_tables::listing::Hex;
use tilescope_vivante::cmd::listing::describe;
use tilescope_vivante::cmd::{Command, FETCH, Target, command_at};
use tilescope_vivante::isa::{self, Inst};
use tilescope_vivante::regs::{ps, vs};

use crate::{Piece, Sheet, TextKind};

const STREAM: &str = "stream";
const SHADER: &str = "shader";

pub(super) fn file(kind: TextKind, start: u64, end: u64) -> Piece {
    match kind {
        TextKind::List => Piece::at(STREAM, start).until(end),
        TextKind::Shader => Piece::at(SHADER, start),
    }
}

pub(super) fn work(work: &Work) -> Piece {
    match *work {
        Work::List { start, end, .. } => Piece::at(STREAM, start).until(end),
        Work::Program { code, .. } => Piece::at(SHADER, code),
    }
}

pub(super) fn list(
    piece: Piece,
    sheet: &mut Sheet<'_>,
    todo: &mut VecDeque<Piece>,
) -> io::Result<()> {
    match piece.end {
        Some(end) => stream(piece.address, end, sheet, todo),
        None => shader(piece.address, sheet),
    }
}

fn stream(
    start: u64,
    end: u64,
    sheet: &mut Sheet<'_>,
    todo: &mut VecDeque<Piece>,
) -> io::Result<()> {
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
                    todo.push_back(Piece::at(SHADER, word.into()));
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
                todo.push_back(Piece::at(STREAM, start).until(end));
            }
        }
    }
}

fn shader(address: u64, sheet: &mut Sheet<'_>) -> io::Result<()> {
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
