//! From bytes to text.

use crate::cmd::compressed::{Decoder, Encoder, Item};
use crate::cmd::parse::{Element, Elements};
use crate::records::{GlShaderRecord, ShortRecord, attribute, gl_shader_record};
use std::fmt::Write as _;
use tilescope_tables::packet::{Field, Kind, Layout};

/// How locations are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Addresses {
    /// As addresses.
    #[default]
    Absolute,
    /// As offsets from the start, so that listings of the same list at different
    /// addresses are the same.
    Relative,
}

/// What a listing looks like.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// How locations are shown.
    pub addresses: Addresses,
    /// The name of an address, without the `@`: `tile_alloc+0x20`. Addresses
    /// without one are printed as numbers.
    pub symbolize: Option<&'a dyn Fn(u64) -> Option<String>>,
}

/// Where a field is in the text of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldSpan {
    /// Lowest bit of the field in the payload.
    pub lo: u16,
    /// Highest bit of the field in the payload.
    pub hi: u16,
    /// First character of `name=value` in [`ListingLine::text`], from 0.
    pub column: u32,
    /// Its length in characters.
    pub len: u32,
}

/// One line of a listing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListingLine {
    /// Byte offset from the start.
    pub offset: u32,
    /// Address of the first byte.
    pub address: u64,
    /// How many bytes the line is about.
    pub len: u32,
    /// The text, which assembles to the bytes.
    pub text: String,
    /// Where the fields are in `text`. Fields that are left out are not here.
    pub fields: Vec<FieldSpan>,
    /// A remark, for behind a `#`.
    pub note: Option<String>,
}

/// Whether values carry their units, which reads well and does not assemble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cmd) enum Units {
    Hidden,
    Shown,
}

/// Bytes per line of what is no packet.
const ROW: usize = 16;

/// The list in `bytes`, of which the first lies at `base`, as text that
/// assembles to the same bytes.
pub fn disassemble(bytes: &[u8], base: u32, options: &Options<'_>) -> Vec<ListingLine> {
    lines(bytes, base, options, Units::Hidden)
}

/// The lines as one source text.
pub fn to_source(lines: &[ListingLine]) -> String {
    let mut out = String::new();
    for line in lines {
        out.push_str(&line.text);
        if let Some(note) = &line.note {
            let _ = write!(out, "  # {note}");
        }
        out.push('\n');
    }
    out
}

pub(in crate::cmd) fn lines(
    bytes: &[u8],
    base: u32,
    options: &Options<'_>,
    units: Units,
) -> Vec<ListingLine> {
    let mut out: Vec<ListingLine> = Vec::new();
    let mut elements = Elements::new(bytes, base);
    // Runs of unknown bytes and of zeroes behind a HALT become one line each, so
    // that listing a large empty buffer stays small.
    let mut run: Option<Run> = None;
    loop {
        let before = *elements.decoder();
        let Some((offset, element)) = elements.next() else {
            break;
        };
        let line = |text: String, len: usize| ListingLine {
            offset: offset as u32,
            address: u64::from(base) + offset as u64,
            len: len as u32,
            text,
            fields: Vec::new(),
            note: None,
        };
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
                write_fields(raw.row.payload, raw.payload, options, units, &mut line);
                line
            }
            Element::Item(item, bytes) => {
                let mut line = line(String::new(), bytes.len());
                write_item(item, bytes, before, options, &mut line);
                line
            }
            Element::Truncated(row, rest) => ListingLine {
                note: Some(format!(
                    "{} cut short: it has {} bytes",
                    row.name(),
                    row.size()
                )),
                ..line(data(rest), rest.len())
            },
            Element::BadItem(rest) => ListingLine {
                note: Some("not readable as a compressed primitive".to_string()),
                ..line(data(rest), rest.len())
            },
            // Runs are taken care of above.
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
    let mut push = |offset: usize, len: usize, text: String, note: Option<&str>| {
        out.push(ListingLine {
            offset: offset as u32,
            address: u64::from(base) + offset as u64,
            len: len as u32,
            text,
            fields: Vec::new(),
            note: note.map(str::to_string),
        });
    };
    match run.kind {
        RunKind::Unknown => {
            for (i, row) in bytes[run.offset..run.offset + run.len]
                .chunks(ROW)
                .enumerate()
            {
                push(
                    run.offset + i * ROW,
                    row.len(),
                    data(row),
                    Some("no packet"),
                );
            }
        }
        RunKind::Zero => {
            push(run.offset, 1, "HALT".to_string(), None);
            match run.len - 1 {
                0 => {}
                1 => push(run.offset + 1, 1, "HALT".to_string(), None),
                n => push(run.offset + 1, n, format!(".zero {n}"), None),
            }
        }
    }
}

fn data(bytes: &[u8]) -> String {
    let mut text = ".u8 ".to_string();
    list(bytes, &mut text);
    text
}

fn list(bytes: &[u8], text: &mut String) {
    for (i, byte) in bytes.iter().enumerate() {
        let comma = if i == 0 { "" } else { ", " };
        let _ = write!(text, "{comma}{byte:#04x}");
    }
}

/// Whether a field is worth a word.
fn shown(field: &Field, raw: u64) -> bool {
    raw != 0 || !matches!(field.kind, Kind::Bool | Kind::Reserved)
}

fn write_fields(
    layout: &Layout,
    bytes: &[u8],
    options: &Options<'_>,
    units: Units,
    line: &mut ListingLine,
) {
    line.text.push_str(layout.name);
    let mut first = true;
    for field in layout.fields {
        let raw = field.get(bytes);
        if !shown(field, raw) {
            continue;
        }
        line.text.push_str(if first { " " } else { ", " });
        first = false;
        let column = line.text.chars().count() as u32;
        line.text.push_str(field.name);
        if field.kind != Kind::Bool {
            line.text.push('=');
            write_value(field, raw, options, units, &mut line.text);
        }
        line.fields.push(FieldSpan {
            lo: field.lo,
            hi: field.hi(),
            column,
            len: line.text.chars().count() as u32 - column,
        });
    }
}

fn write_value(field: &Field, raw: u64, options: &Options<'_>, units: Units, text: &mut String) {
    if let (Kind::Address(shift), Some(symbolize)) = (field.kind, options.symbolize)
        && let Some(name) = symbolize(raw << shift)
    {
        text.push('@');
        text.push_str(&name);
        return;
    }
    match units {
        Units::Hidden => text.push_str(&field.format(raw)),
        Units::Shown => text.push_str(&field.format_with_unit(raw)),
    }
}

fn write_item(
    item: Item,
    bytes: &[u8],
    before: Decoder,
    options: &Options<'_>,
    line: &mut ListingLine,
) {
    // An item that our encoder would write otherwise is kept as its bytes, with
    // its meaning as a note.
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
        base,
        options,
    )];
    for i in 0..arrays {
        let at = 36 + 8 * i;
        out.push(layout_line(
            &attribute::LAYOUT,
            &bytes[at..],
            at,
            base,
            options,
        ));
    }
    for (i, word) in bytes[36 + 8 * arrays..].chunks_exact(4).enumerate() {
        let at = 36 + 8 * arrays + 4 * i;
        out.push(ListingLine {
            offset: at as u32,
            address: u64::from(base) + at as u64,
            len: 4,
            text: format!(
                ".u32 {}",
                u32::from_le_bytes([word[0], word[1], word[2], word[3]])
            ),
            fields: Vec::new(),
            note: Some(format!("stride of array {i}")),
        });
    }
    Ok(out)
}

/// One record as a line of text.
pub(in crate::cmd) fn layout_line(
    layout: &Layout,
    bytes: &[u8],
    offset: usize,
    base: u32,
    options: &Options<'_>,
) -> ListingLine {
    let mut line = ListingLine {
        offset: offset as u32,
        address: u64::from(base) + offset as u64,
        len: layout.size.into(),
        ..ListingLine::default()
    };
    write_fields(layout, bytes, options, Units::Hidden, &mut line);
    line
}
