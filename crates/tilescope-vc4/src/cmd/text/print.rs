//! Printer of command lists: bytes to text.

use crate::cmd::compressed::{Decoder, Encoder, Item};
use crate::cmd::parse::{Element, Elements};
use crate::records::{GlShaderRecord, ShortRecord, attribute, gl_shader_record};
use std::fmt::Write as _;
use tilescope_tables::listing::{
    Addresses, ListingLine, Options, Units, data, layout_line, list, write_fields,
};

/// Bytes per line of data that is not a packet.
const ROW: usize = 16;

/// The list in `bytes`, the first of which is at `base`, as text that assembles to the
/// same bytes.
pub fn disassemble(bytes: &[u8], base: u32, options: &Options<'_>) -> Vec<ListingLine> {
    lines(bytes, base, options, Units::Hidden)
}

pub(in crate::cmd) fn lines(
    bytes: &[u8],
    base: u32,
    options: &Options<'_>,
    units: Units,
) -> Vec<ListingLine> {
    let mut out: Vec<ListingLine> = Vec::new();
    let mut elements = Elements::new(bytes, base);
    // Runs of unknown bytes and of zeroes after a HALT become one line each, so
    // that listing a large empty buffer stays small.
    let mut run: Option<Run> = None;
    loop {
        let before = *elements.decoder();
        let Some((offset, element)) = elements.next() else {
            break;
        };
        let line = |text: String, len| ListingLine::new(base.into(), offset, len, text);
        let kind = match element {
            Element::Unknown(_) => Some(RunKind::Unknown),
            Element::Packet(raw) if raw.opcode() == 0 => Some(RunKind::Zero),
            _ => None,
        };
        if let Some(kind) = kind {
            match &mut run {
                Some(r) if r.kind == kind => r.len += 1,
                _ => {
                    finish(run.take(), bytes, base, &mut out);
                    run = Some(Run {
                        kind,
                        offset,
                        len: 1,
                    });
                }
            }
            continue;
        }
        finish(run.take(), bytes, base, &mut out);
        out.push(match element {
            Element::Packet(raw) => {
                let mut line = line(String::new(), raw.size());
                line.text.push_str(raw.name());
                write_fields(
                    raw.row.payload.fields.iter(),
                    raw.payload,
                    options,
                    units,
                    &mut line,
                );
                line
            }
            Element::Item(item, bytes) => {
                let mut line = line(String::new(), bytes.len());
                write_item(item, bytes, before, options, &mut line);
                line
            }
            Element::Truncated(row, rest) => {
                let (name, size) = (row.name(), row.size());
                let note = format!("{name} cut short: it has {size} bytes");
                line(data(rest), rest.len()).noted(note)
            }
            Element::BadItem(rest) => {
                line(data(rest), rest.len()).noted("not readable as a compressed primitive")
            }
            // Runs are handled above.
            Element::Unknown(byte) => line(data(&[byte]), 1),
        });
    }
    finish(run, bytes, base, &mut out);
    out
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum RunKind {
    Unknown,
    Zero,
}

struct Run {
    kind: RunKind,
    offset: usize,
    len: usize,
}

fn finish(run: Option<Run>, bytes: &[u8], base: u32, out: &mut Vec<ListingLine>) {
    let Some(run) = run else { return };
    let line = |offset, len, text: String| ListingLine::new(base.into(), offset, len, text);
    match run.kind {
        RunKind::Unknown => {
            let rows = bytes[run.offset..run.offset + run.len].chunks(ROW);
            out.extend(rows.enumerate().map(|(i, row)| {
                line(run.offset + i * ROW, row.len(), data(row)).noted("not a packet")
            }));
        }
        RunKind::Zero => {
            out.push(line(run.offset, 1, "HALT".to_string()));
            let rest = match run.len - 1 {
                0 => return,
                1 => "HALT".to_string(),
                n => format!(".zero {n}"),
            };
            out.push(line(run.offset + 1, run.len - 1, rest));
        }
    }
}

fn write_item(
    item: Item,
    bytes: &[u8],
    before: Decoder,
    options: &Options<'_>,
    line: &mut ListingLine,
) {
    // An item that the encoder would write differently is kept as bytes, with its
    // meaning in a comment.
    let mut encoder = Encoder::after(before);
    let mut again = Vec::new();
    let (text, known) = match item {
        Item::Point(a) => (format!("POINT {a}"), encoder.point(a, &mut again)),
        Item::Line([a, b]) => (format!("LINE {a} {b}"), encoder.line([a, b], &mut again)),
        Item::Rht([a, b]) => (format!("RHT {a} {b}"), encoder.line([a, b], &mut again)),
        Item::Triangle([a, b, c]) => (
            format!("TRIANGLE {a} {b} {c}"),
            encoder.triangle([a, b, c], &mut again),
        ),
        Item::Xy { coding } => (format!("x/y primitive, coding {coding}"), false),
        Item::End => {
            line.text.push_str("END");
            return;
        }
        Item::Branch { to } => {
            let amount = i16::from_le_bytes([bytes[1], bytes[2]]);
            let _ = write!(line.text, "LIST_BRANCH {amount}");
            line.note = Some(match options.addresses {
                Addresses::Absolute => format!("to {to:#010x}"),
                Addresses::Relative => {
                    let start = line.address.wrapping_sub(line.offset.into()) as u32;
                    format!("to {:+#x}", to.wrapping_sub(start) as i32)
                }
            });
            return;
        }
    };
    if known && again == bytes {
        line.text.push_str(&text);
    } else {
        line.text.push_str(".item ");
        list(bytes, &mut line.text);
        line.note = Some(text);
    }
}

/// The GL shader record in `bytes` as lines of text: the record, its attribute
/// arrays and, if it is extended, their strides.
///
/// # Errors
/// [`ShortRecord`] if bytes are missing.
pub fn record_lines(
    bytes: &[u8],
    base: u32,
    attributes: u8,
    extended: bool,
    options: &Options<'_>,
) -> Result<Vec<ListingLine>, ShortRecord> {
    let attributes = attributes.min(8);
    let need = GlShaderRecord::size(attributes, extended);
    let bytes = bytes.get(..need).ok_or(ShortRecord {
        name: gl_shader_record::LAYOUT.name,
        need,
        have: bytes.len(),
    })?;
    let arrays = if extended { 8 } else { usize::from(attributes) };
    let mut out = vec![layout_line(
        &gl_shader_record::LAYOUT,
        bytes,
        0,
        base.into(),
        options,
    )];
    for i in 0..arrays {
        let at = 36 + 8 * i;
        out.push(layout_line(
            &attribute::LAYOUT,
            &bytes[at..],
            at,
            base.into(),
            options,
        ));
    }
    for (i, word) in bytes[36 + 8 * arrays..].chunks_exact(4).enumerate() {
        let at = 36 + 8 * arrays + 4 * i;
        let stride = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
        let line = ListingLine::new(base.into(), at, 4, format!(".u32 {stride}"));
        out.push(line.noted(format!("stride of array {i}")));
    }
    Ok(out)
}
