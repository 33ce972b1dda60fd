//! Annotated listings: what `tilescope decode` shows.
//!
//! ```text
//! 00001000  66 00 00 00 00 80 02 e0 01   CLIP_WINDOW left=0 px, bottom=0 px, width=640 px, height=480 px
//! ```

use super::text::{Addresses, ListingLine, Options};
use super::text::{Units, layout_line, lines};
use crate::records::{ShortRecord, nv_shader_record, vg_shader_record};
use std::fmt::Write as _;

pub use super::text::record_lines as gl_record_lines;

/// Where [`render`] puts the first character of [`ListingLine::text`], from 0.
pub const TEXT_COLUMN: usize = 10 + BYTES * 3 + 1;

/// How many bytes of a line are shown: the longest packet. Runs of zeroes are
/// longer, and look the same after that many.
const BYTES: usize = 16;

/// The list in `bytes`, of which the first lies at `base`, with units.
pub fn describe(bytes: &[u8], base: u32, options: &Options<'_>) -> Vec<ListingLine> {
    lines(bytes, base, options, Units::Shown)
}

/// The NV shader record in `bytes`.
///
/// # Errors
/// [`ShortRecord`] if bytes are missing.
pub fn nv_record_line(
    bytes: &[u8],
    base: u32,
    options: &Options<'_>,
) -> Result<ListingLine, ShortRecord> {
    record_line(&nv_shader_record::LAYOUT, bytes, base, options)
}

/// The VG shader record in `bytes`.
///
/// # Errors
/// [`ShortRecord`] if bytes are missing.
pub fn vg_record_line(
    bytes: &[u8],
    base: u32,
    options: &Options<'_>,
) -> Result<ListingLine, ShortRecord> {
    record_line(&vg_shader_record::LAYOUT, bytes, base, options)
}

fn record_line(
    layout: &'static tilescope_tables::packet::Layout,
    bytes: &[u8],
    base: u32,
    options: &Options<'_>,
) -> Result<ListingLine, ShortRecord> {
    let need = usize::from(layout.size);
    if bytes.len() < need {
        return Err(ShortRecord {
            name: layout.name,
            need,
            have: bytes.len(),
        });
    }
    Ok(layout_line(layout, bytes, 0, base, options))
}

/// A line with its location and bytes. `bytes` are those that the listing was
/// made of.
pub fn render(line: &ListingLine, bytes: &[u8], addresses: Addresses) -> String {
    let mut out = match addresses {
        Addresses::Absolute => format!("{:08x}  ", line.address),
        Addresses::Relative => format!("+{:07x}  ", line.offset),
    };
    let from = line.offset as usize;
    let to = from.saturating_add(line.len as usize).min(bytes.len());
    for byte in bytes.get(from..to).unwrap_or_default().iter().take(BYTES) {
        let _ = write!(out, "{byte:02x} ");
    }
    let _ = write!(
        out,
        "{:pad$}{}",
        "",
        line.text,
        pad = TEXT_COLUMN.saturating_sub(out.len())
    );
    if let Some(note) = &line.note {
        let _ = write!(out, "  # {note}");
    }
    out
}

/// All lines, each with a line break.
pub fn render_all(lines: &[ListingLine], bytes: &[u8], addresses: Addresses) -> String {
    let mut out = String::new();
    for line in lines {
        out.push_str(&render(line, bytes, addresses));
        out.push('\n');
    }
    out
}
