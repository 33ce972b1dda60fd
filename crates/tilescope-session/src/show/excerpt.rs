//! Conversion of a device's findings: the location, and the lines of the listing around it.

use tilescope_capture::{Job, Source};
use tilescope_core::{BitSpan, Finding, Frame, GpuMemory, Rule, Unit};
use tilescope_families::Family;
use tilescope_tables::listing::{ListingLine, Options};

use super::finding::Finding as Shown;
use super::listing::{self, Excerpt, Line, Mark};

/// Lines before and after the one at fault.
const AROUND: usize = 2;
/// The largest distance that is parsed, in bytes, to find the packets before
/// the one at fault.
const MAX_WALK: u64 = 1 << 20;
/// Bytes shown per line: those of the longest packet.
const SHOWN_BYTES: usize = 16;

const UNIT: Unit = Unit("listing");

/// The finding of a job in the form of reports, with the place in the job's
/// texts.
pub fn finding(f: &Finding, job: &Job, memory: &dyn GpuMemory) -> Shown {
    let family = job.family;
    let frame = f.at.frames.iter().rev().find(|f| f.address().is_some());
    let at = frame.and_then(Frame::address);
    // Bits belong to the innermost step; a lane has no listing.
    let inner =
        f.at.frames
            .iter()
            .rev()
            .find(|f| !matches!(f, Frame::Lane(_)));
    let bits = f.at.bits.filter(|_| inner == frame).map(|b| {
        let before = match frame {
            Some(Frame::Packet(..)) => family.bytes_before_fields() as u32 * 8,
            _ => 0,
        };
        (before + u32::from(b.lo), before + u32::from(b.hi))
    });
    let source = at.and_then(|at| job.source_of(at, bits));
    with_source(f, family, source, memory)
}

/// The finding with its listing and its place in a text, if it has one.
pub fn with_source(
    f: &Finding,
    family: &dyn Family,
    source: Option<Source<'_>>,
    memory: &dyn GpuMemory,
) -> Shown {
    let excerpt = excerpt(f, family, memory).map(|e| match source {
        Some(_) => e.fault_only(),
        None => e,
    });
    let shown = Shown {
        message: f.message.clone(),
        location: f.at.to_string(),
        address: f.at.frames.iter().rev().find_map(Frame::address),
        bits: f.at.bits.map(|b| [b.lo, b.hi]),
        excerpt: excerpt.map(|e| e.render()),
        count: f.count,
        ..of_rule(f.rule)
    };
    match source {
        Some(source) => at_source(shown, &source),
        None => shown,
    }
}

/// A finding from a rule alone.
pub fn of_rule(rule: &Rule) -> Shown {
    Shown {
        rule: rule.id.to_owned(),
        severity: rule.severity.name().to_owned(),
        title: rule.title.to_owned(),
        hardware: rule.hardware.to_owned(),
        help: rule.help.to_owned(),
        count: 1,
        ..Shown::default()
    }
}

/// The finding with its place in a text.
pub fn at_source(f: Shown, source: &Source<'_>) -> Shown {
    Shown {
        file: Some(source.file.to_owned()),
        line: Some(source.span.line),
        column: Some(source.span.column),
        end_column: Some(source.span.column + source.span.len),
        source: Some(source.line.to_owned()),
        ..f
    }
}

/// The lines around the innermost step of the path that is in memory.
fn excerpt(f: &Finding, family: &dyn Family, memory: &dyn GpuMemory) -> Option<Excerpt> {
    let frames = f.at.frames.iter().rev();
    let mut inner = true;
    for frame in frames {
        // Bits belong to the innermost step; a lane has no listing.
        let bits = f.at.bits.filter(|_| inner);
        match frame {
            Frame::Instruction(_, at) => return instructions(family, *at, bits, memory),
            Frame::Packet(_, at, offset) => return packets(family, *at, *offset, bits, memory),
            // A finding about a whole program shows where it starts.
            Frame::Shader(_, at) => {
                if let Some(e) = instructions(family, *at, None, memory) {
                    return Some(e);
                }
            }
            Frame::Record(name, at) => {
                if let Some(e) = record(family, name, *at, bits, memory) {
                    return Some(e);
                }
            }
            Frame::Lane(_) => continue,
            _ => {}
        }
        inner = false;
    }
    None
}

/// Up to `want` bytes from `at` on.
fn bytes(at: u64, want: u64, memory: &dyn GpuMemory) -> Vec<u8> {
    let len = memory.mapped(at).min(want);
    let mut bytes = vec![0; len as usize];
    match memory.read(at, &mut bytes, UNIT) {
        Ok(()) => bytes,
        Err(_) => Vec::new(),
    }
}

fn hex(bytes: &[u8]) -> String {
    let all: Vec<String> = bytes.iter().map(|b| format!("{b:02x}")).collect();
    all.join(" ")
}

fn instructions(
    family: &dyn Family,
    at: u64,
    bits: Option<BitSpan>,
    memory: &dyn GpuMemory,
) -> Option<Excerpt> {
    let (around, size) = (AROUND as u64, family.instruction_bytes());
    if family.instruction_len(&[]).is_some() {
        // What is before it cannot be divided into instructions.
        let code = bytes(at, AHEAD, memory);
        let shown = divided(family, &code).into_iter().take(AROUND + 1);
        let lines: Vec<Line> = shown
            .map(|(offset, inst)| instruction(family, at + offset as u64, inst))
            .collect();
        let inst = code.get(..size)?;
        return Some(Excerpt {
            lines,
            fault: 0,
            mark: bits.map(|b| instruction_mark(family, inst, b)),
        });
    }
    let first = at
        .checked_sub(around * size as u64)
        .unwrap_or(at % size as u64);
    let mut lines = Vec::new();
    let mut fault = None;
    for i in 0..=2 * around {
        let address = first + i * size as u64;
        let mut inst = vec![0; size];
        if memory.read(address, &mut inst, UNIT).is_err() {
            continue;
        }
        if address == at {
            fault = Some((lines.len(), inst.clone()));
        }
        lines.push(instruction(family, address, &inst));
    }
    let (fault, inst) = fault?;
    Some(Excerpt {
        lines,
        fault,
        mark: bits.map(|b| instruction_mark(family, &inst, b)),
    })
}

/// Bytes of the instructions that are shown of those whose sizes differ.
const AHEAD: u64 = 256;

/// `code` as instructions, with their offsets; the last one may be incomplete.
fn divided<'c>(family: &dyn Family, code: &'c [u8]) -> Vec<(usize, &'c [u8])> {
    let size = family.instruction_bytes().max(1);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = code.get(at..).filter(|rest| rest.len() >= size) {
        let len = family.instruction_len(rest).unwrap_or(size);
        let inst = &rest[..len.clamp(size, rest.len())];
        found.push((at, inst));
        at += inst.len();
    }
    found
}

/// The instructions around the one at `offset` of a program outside GPU memory.
pub fn program(
    family: &dyn Family,
    code: &[u8],
    offset: u32,
    bits: Option<(u16, u16)>,
) -> Option<Excerpt> {
    let insts = divided(family, code);
    let ip = insts.iter().position(|(at, _)| *at == offset as usize)?;
    let first = ip.saturating_sub(AROUND);
    let shown = &insts[first..(ip + AROUND + 1).min(insts.len())];
    Some(Excerpt {
        lines: shown
            .iter()
            .zip(first as u64..)
            .map(|((_, inst), i)| Line {
                place: i.to_string(),
                ..instruction(family, 0, inst)
            })
            .collect(),
        fault: ip - first,
        mark: bits.map(|(lo, hi)| instruction_mark(family, insts[ip].1, BitSpan { lo, hi })),
    })
}

/// An instruction is printed as one number, most significant byte first.
fn instruction(family: &dyn Family, address: u64, inst: &[u8]) -> Line {
    // Of longer ones, the first part is.
    let part = inst.get(..family.instruction_bytes()).unwrap_or(inst);
    let digits = part.iter().rev().map(|b| format!("{b:02x}"));
    Line {
        place: format!("{address:#010x}"),
        hex: format!("0x{}", digits.collect::<String>()),
        text: family.instruction(inst),
    }
}

fn instruction_mark(family: &dyn Family, inst: &[u8], bits: BitSpan) -> Mark {
    let name = family.instruction_fields(inst, bits).join(", ");
    Mark {
        hex: listing::word_columns(bits.lo, bits.hi, inst.len() * 2),
        text: None,
        label: label(bits, Some(name.as_str()).filter(|n| !n.is_empty())),
    }
}

fn label(b: BitSpan, name: Option<&str>) -> String {
    let bits = listing::bits(b.lo, b.hi);
    match name {
        Some(name) => format!("{bits}: {name}"),
        None => bits,
    }
}

/// The packet at `at`, and the packets around it.
fn packets(
    family: &dyn Family,
    at: u64,
    offset: u64,
    bits: Option<BitSpan>,
    memory: &dyn GpuMemory,
) -> Option<Excerpt> {
    // The packets before are found by parsing from the start of the list; they
    // are valid only if the parse reaches the packet at fault.
    let start = at.checked_sub(offset).filter(|_| offset <= MAX_WALK);
    [start.unwrap_or(at), at].into_iter().find_map(|from| {
        let list = bytes(from, at - from + family.commands_ahead(), memory);
        let symbolize = |address: u64| {
            let (name, offset) = memory.locate(address)?;
            Some(match offset {
                0 => name.to_owned(),
                _ => format!("{name}+{offset:#x}"),
            })
        };
        let options = Options {
            symbolize: Some(&symbolize),
            ..Options::default()
        };
        let lines = family.commands(&list, from, &options);
        let hit = lines
            .iter()
            .position(|l| u64::from(l.offset) == at - from)?;
        let first = hit.saturating_sub(AROUND);
        let shown = &lines[first..(hit + AROUND + 1).min(lines.len())];
        Some(Excerpt {
            lines: shown.iter().map(|l| packet_line(l, &list)).collect(),
            fault: hit - first,
            mark: bits.map(|b| packet_mark(family, &lines[hit], &list, b)),
        })
    })
}

fn packet_line(line: &ListingLine, list: &[u8]) -> Line {
    let from = line.offset as usize;
    let to = from + (line.len as usize).min(SHOWN_BYTES);
    let note = line.note.as_ref();
    Line {
        place: format!("{:#010x}", line.address),
        hex: hex(&list[from..to.min(list.len())]),
        text: match note {
            Some(note) => format!("{}  # {note}", line.text),
            None => line.text.clone(),
        },
    }
}

fn packet_mark(family: &dyn Family, line: &ListingLine, list: &[u8], b: BitSpan) -> Mark {
    let shown = line
        .fields
        .iter()
        .find(|f| f.lo <= b.hi && b.lo <= f.hi)
        .map(|f| (f.column as usize, f.len as usize));
    // Fields that are zero are omitted from the text; the label names them.
    let command = list.get(line.offset as usize..).unwrap_or_default();
    Mark {
        hex: Some(listing::byte_columns(
            b.lo,
            b.hi,
            family.bytes_before_fields(),
        )),
        text: shown,
        label: label(b, family.command_field(command, b)),
    }
}

/// A record, one line per field.
fn record(
    family: &dyn Family,
    name: &str,
    at: u64,
    bits: Option<BitSpan>,
    memory: &dyn GpuMemory,
) -> Option<Excerpt> {
    let named = name.to_uppercase().replace([' ', '-'], "_");
    let layout = family.record(&named)?;
    let payload = bytes(at, layout.size.into(), memory);
    if payload.len() < usize::from(layout.size) {
        return None;
    }
    let mut excerpt = Excerpt {
        lines: vec![Line {
            place: format!("{at:#010x}"),
            hex: String::new(),
            text: layout.name.to_owned(),
        }],
        ..Excerpt::default()
    };
    for field in layout.fields {
        let (first, last) = (usize::from(field.lo) / 8, usize::from(field.hi()) / 8);
        let text = format!(
            "  {} = {}",
            field.name,
            field.format_with_unit(field.get(&payload))
        );
        let hit = bits.is_some_and(|b| field.lo <= b.hi && b.lo <= field.hi());
        if hit && excerpt.mark.is_none() {
            excerpt.fault = excerpt.lines.len();
            excerpt.mark = Some(Mark {
                hex: Some((0, (last - first) * 3 + 2)),
                text: Some((2, text.chars().count() - 2)),
                label: bits.map_or(String::new(), |b| listing::bits(b.lo, b.hi)),
            });
        }
        excerpt.lines.push(Line {
            place: format!("+{first:#x}"),
            hex: hex(&payload[first..=last]),
            text,
        });
    }
    // Around the field at fault, or the head of the record.
    let from = excerpt.fault.saturating_sub(AROUND);
    let to = (excerpt.fault + AROUND + 1).min(excerpt.lines.len());
    excerpt.lines = excerpt.lines.drain(from..to).collect();
    excerpt.fault -= from;
    Some(excerpt)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilescope_core::{AddressSpace, Location, Region};
    use tilescope_vivante::rules::kernel;

    #[test]
    fn a_finding_of_vivante_is_in_its_own_listing() {
        let words = [0x0801_0500u32, 3, 0x0801_050c, 0, 0x1800_0000, 0];
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        let mut memory = AddressSpace::new();
        let stream = Region::from_bytes("command stream", 0x0800_1000, &bytes);
        memory.map(stream).unwrap();
        let at = Location::new().inside(Frame::Packet("LOAD_STATE", 0x0800_1008, 8));
        let rule = &kernel::RELOCATION_MISSING;
        let finding = Finding::new(rule, at.at_bits(0, 15), "as it is");
        let family = tilescope_families::ALL.chip("gc2000").unwrap().family;
        let shown = with_source(&finding, family, None, &memory);
        let excerpt = shown.excerpt.unwrap();
        let lines: Vec<&str> = excerpt.lines().collect();
        assert!(lines[0].contains("LOAD_STATE PE.DEPTH_CONFIG"), "{excerpt}");
        assert!(lines[1].starts_with(" > | 0x08001008"), "{excerpt}");
        assert!(lines[2].contains("bits 0..15: offset"), "{excerpt}");
        assert!(lines[3].contains("NOP"), "{excerpt}");
    }
}
