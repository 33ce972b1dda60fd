//! Listings of single files: streams and shaders.

use std::io;

use tilescope_adreno::isa;
use tilescope_adreno::rd::Stream;
use tilescope_adreno::stream::{Decoder, Kind};
use tilescope_core::{GpuMemory, Unit, Work};
use tilescope_tables::listing::{ListingLine, SHOWN_BYTES};

use super::streams::words;
use super::{INSTRUCTION, instructions};
use crate::{Piece, Sheet, TextKind};

const UNIT: Unit = Unit("listing");

const STREAM: &str = "stream";
const SHADER: &str = "shader";

/// Bytes of a program that are listed if its end is not known.
const LARGEST_PROGRAM: u64 = 64 << 10;

pub(super) fn file(kind: TextKind, start: u64, end: u64) -> Piece {
    let name = match kind {
        TextKind::List => STREAM,
        TextKind::Shader => SHADER,
    };
    Piece::at(name, start).until(end)
}

pub(super) fn work(work: &Work) -> Piece {
    match *work {
        Work::List { start, end, .. } => Piece::at(STREAM, start).until(end),
        Work::Program { code, .. } => Piece::at(SHADER, code),
    }
}

/// Columns by which lines of a kind are indented.
pub(super) fn indent(kind: Kind) -> usize {
    match kind {
        Kind::Packet | Kind::Buffer | Kind::Remark => 0,
        Kind::Register | Kind::Fields | Kind::Words => 2,
        Kind::Shader => 4,
    }
}

/// The packets in `bytes`, without what they refer to.
pub(super) fn commands(bytes: &[u8], base: u64) -> Vec<ListingLine> {
    let read = |address: u64, out: &mut [u32]| {
        let offset = address
            .checked_sub(base)
            .and_then(|o| usize::try_from(o).ok());
        let rest = offset.and_then(|o| bytes.get(o..)).unwrap_or_default();
        let (words, _) = rest.as_chunks::<4>();
        let words = words.iter().map(|w| u32::from_le_bytes(*w));
        out.iter_mut()
            .zip(words)
            .map(|(to, word)| *to = word)
            .count()
    };
    let stream = Stream {
        address: base,
        words: u32::try_from(bytes.len() / 4).unwrap_or(u32::MAX),
    };
    let mut lines: Vec<ListingLine> = Vec::new();
    Decoder::default().list(stream, &read, &mut |line| {
        let Some(offset) = line.address.checked_sub(base) else {
            return;
        };
        // What buffers outside of these bytes hold is not part of them.
        let (Ok(offset), true) = (u32::try_from(offset), offset < bytes.len() as u64) else {
            return;
        };
        if line.depth > 0 || line.kind == Kind::Shader {
            return;
        }
        lines.push(ListingLine {
            offset,
            address: line.address,
            len: 4,
            text: format!("{:1$}{2}", "", indent(line.kind), line.text),
            ..ListingLine::default()
        });
    });
    lines
}

fn hex(bytes: &[u8]) -> String {
    let (words, rest) = bytes.as_chunks::<4>();
    match rest {
        [] => {
            let words = words
                .iter()
                .map(|w| format!("{:08x}", u32::from_le_bytes(*w)));
            words.collect::<Vec<_>>().join(" ")
        }
        _ => String::new(),
    }
}

/// The packets of a stream with the buffers and shaders that they refer to, each where it is used.
fn stream(start: u64, end: Option<u64>, sheet: &mut Sheet<'_>) -> io::Result<()> {
    let memory = sheet.memory;
    let mut bytes = Vec::new();
    let limits = sheet.limits.clone();
    // What is not known before execution is not part of the listing.
    let read = |address: u64, out: &mut [u32]| {
        let inside = |(from, to): &&(u64, u64)| *from <= address && address < *to;
        let Some((_, end)) = limits.iter().find(inside) else {
            return 0;
        };
        let most = usize::try_from((end - address) / 4).unwrap_or(usize::MAX);
        let most = most.min(out.len());
        words(memory, address, &mut out[..most])
    };
    let len = match end {
        Some(end) => end.saturating_sub(start),
        None => memory.mapped(start),
    };
    let stream = Stream {
        address: start,
        words: u32::try_from(len / 4).unwrap_or(u32::MAX),
    };
    let mut result = Ok(());
    let mut decoder = Decoder::default();
    decoder.list(stream, &read, &mut |line| {
        if result.is_err() {
            return;
        }
        let text = format!("{}{}", "| ".repeat(line.depth), line.text);
        // Lines of shaders have their own words; others say what follows.
        let own = matches!(
            line.kind,
            Kind::Packet | Kind::Register | Kind::Fields | Kind::Words
        );
        bytes.resize(4, 0);
        let known = own && memory.read(line.address, &mut bytes, UNIT).is_ok();
        let shown = if known { hex(&bytes) } else { String::new() };
        result = sheet.line(line.address, &shown, &text);
    });
    result?;
    for problem in &decoder.summary.problems {
        let text = format!("problem: {}", problem.message);
        sheet.line(problem.address, "", &text)?;
    }
    Ok(())
}

pub(super) fn list(piece: Piece, sheet: &mut Sheet<'_>) -> io::Result<()> {
    sheet.header(piece.kind, piece.address)?;
    let start = piece.address;
    if piece.kind == STREAM {
        return stream(start, piece.end, sheet);
    }
    let end = piece.end.unwrap_or(start.saturating_add(LARGEST_PROGRAM));
    let bytes = sheet.known(start, Some(end));
    let lines = isa::disassemble_program(&instructions(&bytes));
    let mut shown = Vec::new();
    for (n, line) in (0u32..).zip(lines) {
        let offset = n * INSTRUCTION as u32;
        let label = line.label.map(|l| format!("{l}:"));
        for (text, len) in [label.map(|l| (l, 0)), Some((line.text, INSTRUCTION))]
            .into_iter()
            .flatten()
        {
            shown.push(ListingLine {
                offset,
                address: start + u64::from(offset),
                len: (len.min(SHOWN_BYTES)) as u32,
                text,
                ..ListingLine::default()
            });
        }
    }
    sheet.lines(shown, start, &bytes, hex)
}

#[cfg(test)]
mod tests {
    //! Parts of memory that listings leave out.

    use super::*;
    use tilescope_adreno::pm4::Header;
    use tilescope_core::{AddressSpace, Region};

    #[test]
    fn what_is_not_known_before_execution_is_a_problem() {
        let mut memory = AddressSpace::new();
        let region = Region::zeroed("stream", 0x1000, 0x2000);
        // CP_INDIRECT_BUFFER of two words at 0x2000: CP_NOP with one word.
        let words: [u32; 4] = [0x70bf_8003, 0x2000, 0, 2];
        region
            .fill(0, &words.map(u32::to_le_bytes).concat())
            .unwrap();
        let (opcode, count) = (0x10, 1);
        let nop = Header::Packet { opcode, count }.encode();
        let nested = [nop, 0].map(u32::to_le_bytes).concat();
        region.fill(0x1000, &nested).unwrap();
        memory.map(region).unwrap();
        let list = |limit: u64| {
            let mut out = Vec::new();
            let mut sheet = Sheet {
                chip: None,
                memory: &memory,
                stable: false,
                out: &mut out,
                limits: vec![(0x1000, limit)],
                width: 200,
            };
            stream(0x1000, Some(0x1010), &mut sheet).unwrap();
            String::from_utf8(out).unwrap()
        };
        let (all, part) = (list(0x3000), list(0x1800));
        assert!(all.contains("| opcode: CP_NOP"), "{all}");
        assert!(!all.contains("problem"), "{all}");
        assert!(!part.contains("CP_NOP"), "{part}");
        assert!(part.contains("problem: 0 of 2 words"), "{part}");
    }
}
