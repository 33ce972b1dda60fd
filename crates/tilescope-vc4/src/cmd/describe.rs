//! Annotated listings for `tilescope decode`.
//!
//! ```text
//! 00001000  66 00 00 00 00 80 02 e0 01   CLIP_WINDOW left=0 px, bottom=0 px, width=640 px, height=480 px
//! ```

use super::text::lines;
use super::text::{Addresses, ListingLine, Options};
use crate::records::{ShortRecord, nv_shader_record, vg_shader_record};
use tilescope_tables::listing::{self, Hex, Units, layout_line};

pub use super::text::record_lines as gl_record_lines;

/// Column of the first character of [`ListingLine::text`] in the output of [`render`], from 0.
pub const TEXT_COLUMN: usize = Hex::Bytes.text_column();

/// The list in `bytes`, the first of which is at `base`, with units.
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
    Ok(layout_line(layout, bytes, 0, base.into(), options))
}

/// A line with its location and bytes. `bytes` are those that the listing was created
/// from.
pub fn render(line: &ListingLine, bytes: &[u8], addresses: Addresses) -> String {
    listing::render(line, bytes, addresses, Hex::Bytes)
}

/// All lines, each with a line break.
pub fn render_all(lines: &[ListingLine], bytes: &[u8], addresses: Addresses) -> String {
    listing::render_all(lines, bytes, addresses, Hex::Bytes)
}
