//! Records of memory, by their names in Mesa.

use tilescope_tables::draws::{Form, Record, Word, mapped_bytes};

use crate::cmd;
use crate::descriptors::Arch;
use crate::log::Ctx;

/// The bytes at an address; those that are not mapped are 0.
pub(super) fn bytes(address: u64, len: usize, c: &Ctx<'_>) -> Vec<u8> {
    mapped_bytes(c.bus.memory(), address, len)
}

/// The 64 bits at an address.
pub(super) fn pointer(address: u64, c: &Ctx<'_>) -> u64 {
    let bytes = bytes(address, 8, c).into_iter().rev();
    bytes.fold(0, |all, byte| all << 8 | u64::from(byte))
}

/// The words at an address.
pub(super) fn words(address: u64, count: usize, form: Form, c: &Ctx<'_>) -> Vec<Word> {
    Word::read(c.bus.memory(), address, count, form)
}

/// The record at `address`; without fields if the architecture has none of this name.
pub(super) fn record(name: &str, arch: Arch, address: u64, c: &Ctx<'_>) -> Record {
    let Some(row) = cmd::row(name, arch) else {
        return Record {
            name: "unknown",
            address,
            bytes: Vec::new(),
            fields: Vec::new(),
        };
    };
    let bytes = bytes(address, row.layout.size.into(), c);
    Record {
        name: &row.name,
        address,
        fields: cmd::shown_fields(row.descriptor, &bytes),
        bytes,
    }
}
