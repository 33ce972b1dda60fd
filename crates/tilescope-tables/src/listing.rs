//! Listings: lines of text with their places, bytes and fields.

mod lines;

pub use lines::Lines;

use crate::packet::{Field, Kind, Layout};
use std::fmt::Write as _;

/// The form of locations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Addresses {
    /// As addresses.
    #[default]
    Absolute,
    /// As offsets from the start, so that listings of the same list at different
    /// addresses are the same.
    Relative,
}

/// The form of a listing.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// The form of locations.
    pub addresses: Addresses,
    /// The name of an address, without the `@`: `tile_alloc+0x20`. Addresses
    /// without one are printed as numbers.
    pub symbolize: Option<&'a dyn Fn(u64) -> Option<String>>,
}

/// The place of a field in the text of a line.
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
    /// The number of bytes that the line describes.
    pub len: u32,
    /// The text, which assembles to the bytes.
    pub text: String,
    /// The places of the fields in `text`, without those that are not shown.
    pub fields: Vec<FieldSpan>,
    /// A remark, shown after a `#`.
    pub note: Option<String>,
}

impl ListingLine {
    /// A line about `len` bytes at `offset` of a list at `base`.
    pub fn new(base: u64, offset: usize, len: usize, text: impl Into<String>) -> ListingLine {
        ListingLine {
            offset: offset as u32,
            address: base + offset as u64,
            len: len as u32,
            text: text.into(),
            ..ListingLine::default()
        }
    }

    /// The line with a remark.
    #[must_use]
    pub fn noted(self, note: impl Into<String>) -> ListingLine {
        ListingLine {
            note: Some(note.into()),
            ..self
        }
    }
}

/// Whether values are shown with units, which are readable but do not assemble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Units {
    /// Without units.
    Hidden,
    /// With units.
    Shown,
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

/// Bytes as a statement.
pub fn data(bytes: &[u8]) -> String {
    let mut text = ".u8 ".to_string();
    list(bytes, &mut text);
    text
}

/// Appends bytes as comma-separated values.
pub fn list(bytes: &[u8], text: &mut String) {
    for (i, byte) in bytes.iter().enumerate() {
        let comma = if i == 0 { "" } else { ", " };
        let _ = write!(text, "{comma}{byte:#04x}");
    }
}

/// Words as hexadecimal numbers.
pub fn words(words: &[[u8; 4]]) -> String {
    let words = words.iter().map(|word| u32::from_le_bytes(*word));
    let words: Vec<String> = words.map(|word| format!("{word:#010x}")).collect();
    words.join(", ")
}

/// Whether a field is shown.
fn shown(field: &Field, raw: u64) -> bool {
    raw != 0 || !matches!(field.kind, Kind::Bool | Kind::Keeps(_) | Kind::Reserved)
}

/// Appends the visible ones of `fields` to a line.
pub fn write_fields<'f>(
    fields: impl Iterator<Item = &'f Field>,
    bytes: &[u8],
    options: &Options<'_>,
    units: Units,
    line: &mut ListingLine,
) {
    let mut first = true;
    for field in fields {
        let raw = field.get(bytes);
        if !shown(field, raw) {
            continue;
        }
        line.text.push_str(if first { " " } else { ", " });
        first = false;
        let column = line.text.chars().count() as u32;
        line.text.push_str(field.name);
        if !matches!(field.kind, Kind::Bool | Kind::Keeps(_)) {
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

/// Appends the value of a field.
pub fn write_value(
    field: &Field,
    raw: u64,
    options: &Options<'_>,
    units: Units,
    text: &mut String,
) {
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

/// One record as a line of text.
pub fn layout_line(
    layout: &Layout,
    bytes: &[u8],
    offset: usize,
    base: u64,
    options: &Options<'_>,
) -> ListingLine {
    let mut line = ListingLine {
        offset: offset as u32,
        address: base + offset as u64,
        len: layout.size.into(),
        ..ListingLine::default()
    };
    line.text.push_str(layout.name);
    write_fields(
        layout.fields.iter(),
        bytes,
        options,
        Units::Hidden,
        &mut line,
    );
    line
}

/// The form of the bytes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hex {
    /// One by one.
    Bytes,
    /// As little-endian words of four.
    Words,
}

/// The number of bytes of a line that are shown.
pub const SHOWN_BYTES: usize = 16;

impl Hex {
    /// Characters of all shown bytes with a space after each piece.
    const fn width(self) -> usize {
        match self {
            Hex::Bytes => SHOWN_BYTES * 3,
            Hex::Words => SHOWN_BYTES / 4 * 9,
        }
    }

    /// The column of the first character of [`ListingLine::text`] in [`render`], from 0.
    pub const fn text_column(self) -> usize {
        10 + self.width() + 1
    }

    /// The first bytes of a line, with spaces between them.
    pub fn show(self, bytes: &[u8]) -> String {
        let bytes = bytes.get(..SHOWN_BYTES).unwrap_or(bytes);
        let mut pieces = Vec::new();
        match self {
            Hex::Bytes => pieces.extend(bytes.iter().map(|b| format!("{b:02x}"))),
            Hex::Words => {
                let (words, rest) = bytes.as_chunks::<4>();
                let word = |w: &[u8; 4]| format!("{:08x}", u32::from_le_bytes(*w));
                pieces.extend(words.iter().map(word));
                pieces.extend(rest.iter().map(|b| format!("{b:02x}")));
            }
        }
        pieces.join(" ")
    }
}

/// A line with its location and bytes. `bytes` are those of the whole listing.
pub fn render(line: &ListingLine, bytes: &[u8], addresses: Addresses, hex: Hex) -> String {
    let mut out = match addresses {
        Addresses::Absolute => format!("{:08x}  ", line.address),
        Addresses::Relative => format!("+{:07x}  ", line.offset),
    };
    let from = line.offset as usize;
    let to = from.saturating_add(line.len as usize).min(bytes.len());
    out.push_str(&hex.show(bytes.get(from..to).unwrap_or_default()));
    let _ = write!(
        out,
        "{:pad$}{}",
        "",
        line.text,
        pad = hex.text_column().saturating_sub(out.len())
    );
    if let Some(note) = &line.note {
        let _ = write!(out, "  # {note}");
    }
    out
}

/// All lines, each with a line break.
pub fn render_all(lines: &[ListingLine], bytes: &[u8], addresses: Addresses, hex: Hex) -> String {
    let mut out = String::new();
    for line in lines {
        out.push_str(&render(line, bytes, addresses, hex));
        out.push('\n');
    }
    out
}
