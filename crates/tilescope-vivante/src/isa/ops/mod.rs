//! The table of operations, from the rows of its groups.

mod arith;
mod bit;
mod compare;
mod convert;
mod derivative;
mod extended;
mod flow;
mod integer;
mod memory;
mod texture;
mod transcendental;

use super::op::{Op, Opcode};
use tilescope_tables::{Row, Slot, Source};

pub use extended::EXTENDED;

const fn row(
    op: Op,
    bits: &'static str,
    name: &'static str,
    aliases: &'static [&'static str],
    doc: &'static str,
    source: Source,
) -> Row<Op> {
    let row = Row::new(op, bits, name, aliases, doc, source);
    assert!(
        row.bits.value == op.code as u64,
        "bits of another operation"
    );
    row
}

/// Sorts the rows of all groups by encoding. A duplicate or missing operation is a
/// compile error.
const fn by_encoding(groups: &[&[Row<Op>]]) -> [Row<Op>; 128] {
    let mut out = [flow::ROWS[0]; 128];
    let mut seen = 0u128;
    let mut g = 0;
    while g < groups.len() {
        let mut i = 0;
        while i < groups[g].len() {
            let row = groups[g][i];
            let code = row.bits.value as usize;
            assert!(seen >> code & 1 == 0, "duplicate operation");
            seen |= 1 << code;
            out[code] = row;
            i += 1;
        }
        g += 1;
    }
    assert!(seen == u128::MAX, "an operation has no row");
    out
}

static ROWS: [Row<Op>; 128] = by_encoding(&[
    &arith::ROWS,
    &compare::ROWS,
    &transcendental::ROWS,
    &convert::ROWS,
    &integer::ROWS,
    &bit::ROWS,
    &derivative::ROWS,
    &texture::ROWS,
    &flow::ROWS,
    &memory::ROWS,
]);

/// The operations, by their 7 bits.
pub static OPCODE: Slot<Op> = Slot {
    name: "operation",
    width: 7,
    rows: &ROWS,
    reserved: &[],
};

impl Opcode {
    /// The operation's row.
    pub fn row(self) -> &'static Row<Op> {
        let code = self as usize;
        match ROWS.get(code) {
            Some(row) => row,
            None => &EXTENDED.rows[code - ROWS.len()],
        }
    }
}
