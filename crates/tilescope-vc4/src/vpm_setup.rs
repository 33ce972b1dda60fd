//! Setup words of the vertex pipe memory: rows, and their text.
//!
//! A program writes them to `vr_setup` (reads, VDR) and `vw_setup` (writes,
//! VDW). The top bits of the word select the form.

use std::fmt::Write;

use tilescope_tables::layout;
use tilescope_tables::packet::{Field, Kind, Layout};
use tilescope_tables::{Confidence, Source, enum_tables};

use crate::qpu::Dir;

const GUIDE: Source = Source {
    text: "VideoCore IV 3D Architecture Reference Guide, section 7, tables 32 to 37, as used by Mesa \
           (vc4_qpu_emit.c), asurati/x03 (inc/dev/v3d.h) and py-videocore, whose DMA tests ran on a Pi",
    confidence: Confidence::Documented,
};

enum_tables! {
    /// Element sizes of generic block access.
    pub SIZE = "element size": 0 "8_BIT", 1 "16_BIT", 2 "32_BIT";

    /// Element sizes of DMA, with the offset of the first element in its word.
    pub MODEW = "DMA element size": 0 "32_BIT", 2 "16_BIT_0", 3 "16_BIT_1", 4 "8_BIT_0",
        5 "8_BIT_1", 6 "8_BIT_2", 7 "8_BIT_3";
}

layout! {
    pub mod read = "VPM_READ_SETUP", 4, GUIDE, "Generic block read: the source of `vpm_read`.";
    ADDR, "addr", 0, 8, Hex, "", "First vector; its form depends on `size` and `horiz`, see below.";
    SIZE, "size", 8, 2, Enum(&super::SIZE), "", "Element size; 3 is reserved.";
    LANED, "laned", 10, 1, Bool, "", "Sub-word elements are laned: each vector uses one part of 16 words; otherwise they are packed.";
    HORIZ, "horiz", 11, 1, Bool, "", "Vectors are rows; otherwise columns.";
    STRIDE, "stride", 12, 6, ZeroMeans(64), "", "Added to `addr` after each vector.";
    RESERVED, "reserved", 18, 2, Reserved, "", "Undocumented.";
    NUM, "num", 20, 4, ZeroMeans(16), "vectors", "Vectors to read.";
    RESERVED2, "reserved2", 24, 6, Reserved, "", "Undocumented.";
    ID, "id", 30, 2, Uint, "", "0. Bit 30 is ignored.";
}
layout! {
    pub mod write = "VPM_WRITE_SETUP", 4, GUIDE, "Generic block write: the destination of values written to `vpm`.";
    ADDR, "addr", 0, 8, Hex, "", "First vector; its form depends on `size` and `horiz`, see below.";
    SIZE, "size", 8, 2, Enum(&super::SIZE), "", "Element size; 3 is reserved.";
    LANED, "laned", 10, 1, Bool, "", "Sub-word elements are laned: each vector uses one part of 16 words; otherwise they are packed.";
    HORIZ, "horiz", 11, 1, Bool, "", "Vectors are rows; otherwise columns.";
    STRIDE, "stride", 12, 6, ZeroMeans(64), "", "Added to `addr` after each vector.";
    RESERVED, "reserved", 18, 12, Reserved, "", "Undocumented.";
    ID, "id", 30, 2, Uint, "", "0. Bit 30 is ignored.";
}
layout! {
    pub mod vdr = "VDR_SETUP", 4, GUIDE, "DMA load, memory to VPM. It starts when the address is written to `vr_addr`.";
    X, "x", 0, 4, Uint, "", "Column of the first word.";
    Y, "y", 4, 7, Uint, "", "Row of the first word.";
    VERT, "vert", 11, 1, Bool, "", "Rows of memory become columns of the VPM.";
    VPITCH, "vpitch", 12, 4, ZeroMeans(16), "", "Added to the VPM address after each row of memory.";
    NROWS, "nrows", 16, 4, ZeroMeans(16), "rows", "Rows of memory to load.";
    ROWLEN, "rowlen", 20, 4, ZeroMeans(16), "elements", "Length of a row.";
    MPITCH, "mpitch", 24, 4, Uint, "", "Memory pitch: 8 << mpitch bytes; 0 uses VDR_STRIDE.";
    MODEW, "modew", 28, 3, Enum(&super::MODEW), "", "Element size.";
    ID, "id", 31, 1, Uint, "", "1.";
}
layout! {
    pub mod vdr_stride = "VDR_STRIDE", 4, GUIDE, "Memory pitch of DMA loads whose `mpitch` is 0.";
    MPITCHB, "mpitchb", 0, 13, Uint, "bytes", "Distance between rows in memory.";
    RESERVED, "reserved", 13, 15, Reserved, "", "Undocumented.";
    ID, "id", 28, 4, Uint, "", "9: a VDR_SETUP with `modew` 1, which has no other meaning.";
}
layout! {
    pub mod vdw = "VDW_SETUP", 4, GUIDE, "DMA store, VPM to memory. It starts when the address is written to `vw_addr`.";
    MODEW, "modew", 0, 3, Enum(&super::MODEW), "", "Element size.";
    X, "x", 3, 4, Uint, "", "Column of the first word.";
    Y, "y", 7, 7, Uint, "", "Row of the first word.";
    HORIZ, "horiz", 14, 1, Bool, "", "Rows of the VPM become rows of memory; otherwise columns.";
    LANED, "laned", 15, 1, Bool, "", "Sub-word elements are laned; otherwise packed.";
    DEPTH, "depth", 16, 7, ZeroMeans(128), "elements", "Length of a row of memory.";
    UNITS, "units", 23, 7, ZeroMeans(128), "rows", "Rows of memory to store.";
    ID, "id", 30, 2, Uint, "", "2.";
}
layout! {
    pub mod vdw_stride = "VDW_STRIDE", 4, GUIDE, "Memory stride of DMA stores.";
    STRIDE, "stride", 0, 16, Uint, "bytes", "From the end of a row in memory to the start of the next.";
    BLOCKMODE, "blockmode", 16, 1, Bool, "", "Rows follow each other without a gap; `stride` is ignored.";
    RESERVED, "reserved", 17, 13, Reserved, "", "Undocumented.";
    ID, "id", 30, 2, Uint, "", "3.";
}

/// Every form of setup word, in the order of the reference page.
pub const SETUPS: &[&Layout] = &[
    &read::LAYOUT,
    &write::LAYOUT,
    &vdr::LAYOUT,
    &vdr_stride::LAYOUT,
    &vdw::LAYOUT,
    &vdw_stride::LAYOUT,
];

/// The form of a word written to `vr_setup` ([`Dir::Read`]) or `vw_setup`.
pub fn form(dir: Dir, word: u32) -> &'static Layout {
    match (dir, word >> 30) {
        (Dir::Read, 0 | 1) => &read::LAYOUT,
        (Dir::Read, _) if vdr_stride::ID.of(word) == 9 => &vdr_stride::LAYOUT,
        (Dir::Read, _) => &vdr::LAYOUT,
        (Dir::Write, 0 | 1) => &write::LAYOUT,
        (Dir::Write, 2) => &vdw::LAYOUT,
        (Dir::Write, _) => &vdw_stride::LAYOUT,
    }
}

/// The value of a field as text. A field whose encoding 0 stands for another
/// number shows that number.
fn value(field: &Field, word: u32) -> String {
    let raw = u64::from(field.of(word));
    match field.kind {
        Kind::Enum(table) => match table.name(raw) {
            Some(name) => name.to_owned(),
            None => format!("{raw} (reserved)"),
        },
        Kind::ZeroMeans(n) if raw == 0 => n.to_string(),
        Kind::Hex => format!("{raw:#x}"),
        _ => raw.to_string(),
    }
}

/// A setup word with its fields: `VPM_READ_SETUP addr=0x0, size=32_BIT, horiz,
/// stride=1, num=7`. Flags that are clear and reserved bits that are 0 are left
/// out.
pub fn describe(dir: Dir, word: u32) -> String {
    let layout = form(dir, word);
    let mut text = layout.name.to_owned();
    let mut separator = " ";
    for field in layout.fields.iter().filter(|f| f.name != "id") {
        let set = field.of(word) != 0;
        // Writing to a String cannot fail.
        let _ = match field.kind {
            Kind::Bool if set => write!(text, "{separator}{}", field.name),
            Kind::Bool => continue,
            Kind::Reserved if !set => continue,
            _ => write!(text, "{separator}{}={}", field.name, value(field, word)),
        };
        separator = ", ";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_of_every_form_has_one_field() {
        for layout in SETUPS {
            let mut seen = 0u32;
            for field in layout.fields {
                let bits = (field.mask() as u32) << field.lo;
                assert_eq!(seen & bits, 0, "{} {}", layout.name, field.name);
                seen |= bits;
            }
            assert_eq!(seen, u32::MAX, "{}", layout.name);
        }
    }

    // The words of the published demo (asurati/x03 d51), with their effect according to
    // its author: 7 and 6 horizontal vectors of 32 bits from row 0, stride 1.
    #[test]
    fn words_of_the_demo() {
        let read = "VPM_READ_SETUP addr=0x0, size=32_BIT, horiz, stride=1, num=7";
        assert_eq!(describe(Dir::Read, 0x0070_1a00), read);
        let read = "VPM_READ_SETUP addr=0x0, size=32_BIT, horiz, stride=1, num=6";
        assert_eq!(describe(Dir::Read, 0x0060_1a00), read);
        let write = "VPM_WRITE_SETUP addr=0x0, size=32_BIT, horiz, stride=1";
        assert_eq!(describe(Dir::Write, 0x0000_1a00), write);
    }

    #[test]
    fn encodings_that_stand_for_another_number_show_it() {
        let text = "VPM_READ_SETUP addr=0x0, size=3 (reserved), stride=64, num=16";
        assert_eq!(describe(Dir::Read, 0x0000_0300), text);
        let text = "VDW_SETUP modew=32_BIT, x=0, y=0, depth=128, units=128";
        assert_eq!(describe(Dir::Write, 0x8000_0000), text);
    }

    #[test]
    fn the_top_bits_choose_the_form() {
        for (dir, word, name) in [
            (Dir::Read, 0x4000_0000, "VPM_READ_SETUP"),
            (Dir::Read, 0x8000_0000, "VDR_SETUP"),
            (Dir::Read, 0x9000_0040, "VDR_STRIDE"),
            (Dir::Read, 0xa000_0000, "VDR_SETUP"),
            (Dir::Write, 0x4000_0000, "VPM_WRITE_SETUP"),
            (Dir::Write, 0x8000_0000, "VDW_SETUP"),
            (Dir::Write, 0xc000_0000, "VDW_STRIDE"),
        ] {
            assert_eq!(form(dir, word).name, name, "{word:#010x}");
        }
    }
}
