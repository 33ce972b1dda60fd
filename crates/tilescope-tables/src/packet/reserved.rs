//! Fields for the bits of a register that no row names.

use super::{Field, Kind};

/// Names of reserved fields, by their lowest bit.
const NAMES: [&str; 32] = [
    "reserved0",
    "reserved1",
    "reserved2",
    "reserved3",
    "reserved4",
    "reserved5",
    "reserved6",
    "reserved7",
    "reserved8",
    "reserved9",
    "reserved10",
    "reserved11",
    "reserved12",
    "reserved13",
    "reserved14",
    "reserved15",
    "reserved16",
    "reserved17",
    "reserved18",
    "reserved19",
    "reserved20",
    "reserved21",
    "reserved22",
    "reserved23",
    "reserved24",
    "reserved25",
    "reserved26",
    "reserved27",
    "reserved28",
    "reserved29",
    "reserved30",
    "reserved31",
];

/// The bits between the end of a field and the start of the next one, as a field.
const fn gap(lo: u16, end: u16) -> Field {
    Field {
        name: NAMES[lo as usize],
        lo,
        width: (end - lo) as u8,
        kind: Kind::Reserved,
        unit: "",
        doc: "Undocumented.",
    }
}

/// The number of fields that [`with_reserved`] returns.
pub const fn count_with_reserved(rows: &[Field]) -> usize {
    let (mut count, mut next, mut i) = (rows.len(), 0, 0);
    while i < rows.len() {
        count += (rows[i].lo > next) as usize;
        next = rows[i].hi() + 1;
        i += 1;
    }
    count + (next < 32) as usize
}

/// The fields of a 32-bit register: `rows`, lowest first, and a field for each run of
/// bits between them. `reserved` is the mask of the bits that have no row, so that a
/// wrong position or width of a row does not build.
///
/// # Panics
/// At compile time, if `rows` overlap or are out of order, or if `reserved` is not the
/// bits that they leave.
pub const fn with_reserved<const N: usize>(rows: &[Field], reserved: u32) -> [Field; N] {
    let mut fields = [gap(0, 32); N];
    let (mut count, mut next, mut left, mut i) = (0, 0, u32::MAX, 0);
    while i < rows.len() {
        let row = rows[i];
        assert!(row.lo >= next, "fields overlap or are out of order");
        if row.lo > next {
            fields[count] = gap(next, row.lo);
            count += 1;
        }
        fields[count] = row;
        count += 1;
        left &= !row.word_mask();
        next = row.hi() + 1;
        i += 1;
    }
    if next < 32 {
        fields[count] = gap(next, 32);
    }
    assert!(left == reserved, "`reserved` is not the bits without a row");
    fields
}
