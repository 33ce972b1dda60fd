//! The control-list packets of VideoCore IV: rows, raw view and typed form.
//!
//! A control list is a sequence of packets, each one opcode byte and a fixed number
//! of payload bytes; only compressed primitive lists
//! ([`crate::cmd::compressed`]) vary in length. [`PACKETS`] is the table for decoding,
//! printing, assembling and the reference page. [`Packet`] is the form that the device
//! executes.
//!
//! Not in the table: 42 (VG inline primitives), whose coordinate list has an escape
//! code that is undocumented, so its length is unknown.

pub mod enums;
pub mod rows;
mod typed;

pub use enums::*;
pub use typed::{
    BinningConfig, ClipWindow, ConfigBits, FullRes, General, PACKETS, Packet, RenderingConfig,
};

use tilescope_tables::packet::PacketRow;

/// Index of each opcode in [`PACKETS`], 255 if it has none. A lookup is one load, so
/// walking a list needs no search.
static PLACES: [u8; 256] = {
    let mut places = [255u8; 256];
    let mut i = 0;
    while i < PACKETS.len() {
        places[PACKETS[i].opcode as usize] = i as u8;
        i += 1;
    }
    places
};

/// Bytes of a packet by opcode, its opcode included; 0 for unknown opcodes. For 48 and
/// 49 this is the part before the compressed primitives.
pub static SIZES: [u8; 256] = {
    let mut sizes = [0u8; 256];
    let mut i = 0;
    while i < PACKETS.len() {
        sizes[PACKETS[i].opcode as usize] = PACKETS[i].size() as u8;
        i += 1;
    }
    sizes
};

/// The row of an opcode.
#[inline]
pub fn find(opcode: u8) -> Option<&'static PacketRow> {
    PACKETS.get(usize::from(PLACES[usize::from(opcode)]))
}

/// The row of a name; letter case does not matter.
pub fn find_by_name(name: &str) -> Option<&'static PacketRow> {
    PACKETS.iter().find(|r| r.name().eq_ignore_ascii_case(name))
}
